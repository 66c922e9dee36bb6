package reader

import (
	"slices"
	"strings"

	"lavra.dev/processors/document"
)

// mended sets right what recognition gets wrong in ways that no document means:
// remains of rules read as strokes and quotes, and the ordinal sign before a
// feminine noun, which it cannot tell from the masculine one.
func mended(words []document.Word) []document.Word {
	closing := slices.ContainsFunc(words, func(w document.Word) bool {
		return strings.ContainsAny(w.Text, "”\"") && !strings.HasPrefix(w.Text, "\"")
	})
	out := words[:0]
	for _, w := range words {
		w.Text = strings.Trim(w.Text, "|")
		if !closing {
			w.Text = strings.TrimLeft(w.Text, "“‘\"")
		}
		if w.Text != "" {
			out = append(out, w)
		}
	}
	for i := range out {
		if number, ok := strings.CutSuffix(out[i].Text, "º"); ok && i+1 < len(out) && number != "" && strings.Trim(number, "0123456789") == "" && feminine(out[i+1].Text) {
			out[i].Text = number + "ª"
		}
	}
	return out
}

// feminine says whether a noun is feminine as far as its ending tells.
func feminine(noun string) bool {
	noun = strings.Trim(strings.ToLower(noun), ".,;:()")
	if noun == "dia" {
		return false
	}
	for _, ending := range []string{"a", "ção", "são", "gião", "série", "dade", "vez", "classe", "fase"} {
		if strings.HasSuffix(noun, ending) {
			return len(noun) > 2
		}
	}
	return false
}
