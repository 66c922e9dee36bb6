package layout

import "testing"

func TestSealMarks(t *testing.T) {
	for text, want := range map[string]bool{
		"(o)": true, "o)": true, "(O": true, "<s": true, "[al": true, "a)": false, "(a)": false, "(x)": false, "[x]": false, "1)": false, "(R$)": false, "Luz": false,
	} {
		if got := sealMarks.MatchString(text); got != want {
			t.Errorf("%s is taken for the mark of a seal: %t, want %t", text, got, want)
		}
	}
}
