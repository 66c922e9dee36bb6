package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"lavra.dev/platform/config"
)

func TestOperatorsFindEverySetting(t *testing.T) {
	page, err := os.ReadFile("../../docs/operator.md")
	if err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	if err := config.Print(&printed, &serviceSettings{}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(printed.String()) {
		if name, _, _ := strings.Cut(line, "="); !bytes.Contains(page, []byte("`"+name+"`")) {
			t.Errorf("%s does not stand in docs/operator.md", name)
		}
	}
}
