package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// others are names with Prefix that are no settings of a service: of clients, of
// tests, and what Kubernetes sets for a service of the name lavra or lavra-….
var others = regexp.MustCompile(`^LAVRA_(URL|READ_URL|API_KEY|REQUIRE|SCHEMATHESIS|OPENAPI_PYTHON_CLIENT|CONTRACT_DIR|(TEST|E2E)_.*|` +
	`(.*_)?(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_[0-9]+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?))$`)

// unknown names what is set and means nothing, with the setting that was
// probably meant: a typing error would otherwise leave the default in force.
func unknown(names []string, environ map[string]string) []error {
	var faults []error
	for name := range environ {
		if !strings.HasPrefix(name, Prefix) || slices.Contains(names, name) || others.MatchString(name) {
			continue
		}
		fault := fmt.Errorf("%s: no such setting; `lavra config` prints those there are", name)
		if near := nearest(name, names); near != "" {
			fault = fmt.Errorf("%s: no such setting; %s is one", name, near)
		}
		faults = append(faults, fault)
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return faults
}

// nearest is the name that a third of the letters at most tell from another;
// empty where there is none.
func nearest(name string, names []string) (near string) {
	best := (len(name)-len(Prefix))/3 + 1
	for _, candidate := range names {
		if d := levenshtein.ComputeDistance(name, candidate); d < best {
			near, best = candidate, d
		}
	}
	return near
}
