package topic

import "testing"

func TestDeclarations(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range All() {
		if seen[d.Name] {
			t.Errorf("%s is declared twice", d.Name)
		}
		seen[d.Name] = true
		if d.Work() && !d.Read() {
			t.Errorf("%s: a work topic needs the groups that empty it", d.Name)
		}
		// The embedded broker starts its retention timer only where a topic sets a bound itself.
		if c := d.Config(); c["cleanup.policy"] == "" || (c["cleanup.policy"] == "delete" && c["retention.ms"] == "") {
			t.Errorf("%s: no explicit retention: %v", d.Name, c)
		}
		if got, ok := Lookup(d.Name); !ok || got.Name != d.Name {
			t.Errorf("%s is not found by its name", d.Name)
		}
	}
	for _, name := range append(Lanes(Submitted), Completed, Status, Accounts) {
		if !seen[name] {
			t.Errorf("%s is not declared", name)
		}
	}
	if _, ok := Lookup("other"); ok {
		t.Error("found a topic that is not declared")
	}
}
