package ingest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
)

// TestTheFirstRefusalShows since a series that is born at 1 has no rate.
func TestTheFirstRefusalShows(t *testing.T) {
	m, err := newMetrics(prometheus.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := testutil.CollectAndCount(m.refused), len(endpoints)*len(reasons); got != want {
		t.Errorf("%d series of refusals at the start, want %d", got, want)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	given := regexp.MustCompile(`(?:badRequest\(|reason:? ?[:=] )"([a-z_]+)"|^\t\t\{(?:form|egress)\.Err\w+, "([a-z_]+)"`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(source)) {
			for _, found := range given.FindAllStringSubmatch(line, -1) {
				if reason := found[1] + found[2]; !strings.HasSuffix(file, "_test.go") && !slices.Contains(reasons, reason) {
					t.Errorf("refusals with the reason %s do not start at 0", reason)
				}
			}
		}
	}
}
