package recognise

import "testing"

func TestPlatesAreMendedByTheirForm(t *testing.T) {
	for _, c := range []struct{ read, want string }{
		{"UCASF73", "UCA5F73"},
		{"0WZ85S3", "OWZ8553"},
		{"LPAZI84", "LPA2I84"},
		{"ABC1234", ""}, // as it should be
		{"PALAVRA", ""},
		{"1234567", ""},
		{"ABCXD23", ""},
		{"Á123456", ""},
	} {
		got, ok := mendedPlate(c.read)
		if ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s is mended to %q, %v, want %q", c.read, got, ok, c.want)
		}
	}
}
