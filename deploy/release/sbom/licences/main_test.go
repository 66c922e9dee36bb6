package main

import (
	"strings"
	"testing"
)

func TestALicenceThatIsNotInTheListIsNamed(t *testing.T) {
	const list = "# what may be\nMIT  asks for its text\n"
	for _, c := range []struct{ name, bom, want string }{
		{"all in the list", `{"components":[{"name":"a","licenses":[{"license":{"id":"MIT"}}]}]}`, ""},
		{"found in its files", `{"components":[{"name":"a","evidence":{"licenses":[{"license":{"id":"MIT"}}]}}]}`, ""},
		{"our own", `{"components":[{"name":"lavra.dev/api"}]}`, ""},
		{"another", `{"components":[{"name":"a","evidence":{"licenses":[{"license":{"id":"AGPL-3.0"}}]}}]}`, "a has AGPL-3.0"},
		{"one of two", `{"components":[{"name":"a","licenses":[{"license":{"id":"MIT"}},{"license":{"name":"own words"}}]}]}`, "a has own words"},
		{"none", `{"components":[{"name":"a"}]}`, "a has none"},
		{"no parts", `{}`, "empty"},
		{"no list of parts", `x`, "reading"},
	} {
		err := check(strings.NewReader(c.bom), list, &strings.Builder{})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
