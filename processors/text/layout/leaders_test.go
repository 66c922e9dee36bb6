package layout

import (
	"strings"
	"testing"
)

func TestLeadersPartWords(t *testing.T) {
	for line, want := range map[string]string{
		"TOTAL RENDIMENTOS........33.120,00": "TOTAL RENDIMENTOS 33.120,00",
		"IRRF ........12,00":                 "IRRF 12,00",
		"Eu,.......ANA.....,":                "Eu,.......ANA.....,",
		"NOME......: ANA":                    "NOME......: ANA",
		"e assim....":                        "e assim....",
		"12.345.678,90":                      "12.345.678,90",
	} {
		words := withoutLeaders(typed(line))
		var got []string
		for _, w := range words {
			got = append(got, w.Text)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q becomes %q, want %q", line, s, want)
		}
		if last := words[len(words)-1]; last.Text == "33.120,00" && last.Box.Left < 0.2 {
			t.Errorf("the value stands at %.2f, where its leader begins", last.Box.Left)
		}
	}
}
