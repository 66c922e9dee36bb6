package catalogue

import (
	"strings"
	"testing"
)

func TestRelativesAreProvedBySomething(t *testing.T) {
	if n := len(Relatives()); n < 30 {
		t.Errorf("only %d relatives", n)
	}
	types := map[string]Type{"NFE": {Name: "NFE"}}
	for _, c := range []struct{ name, file, fault string }{
		{"a title", "- {relative: freight bill, of: [NFE], titles: [DACTE]}", ""},
		{"a number", "- {relative: freight bill, kind: nfe_key, at: 20, begins: ['57']}", ""},
		{"nothing", "- {relative: freight bill}", "nothing that proves it"},
		{"a number of any digits", "- {relative: freight bill, kind: nfe_key}", "nothing that proves it"},
		{"a type that is none", "- {relative: freight bill, of: [CTE], titles: [DACTE]}", `no type "CTE"`},
		{"an unknown key", "- {relative: freight bill, title: [DACTE]}", "unknown field"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readRelatives([]byte(c.file), types)
			if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Errorf("fault is %v, want %q", err, c.fault)
			}
		})
	}
}
