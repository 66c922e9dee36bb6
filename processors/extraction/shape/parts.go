package shape

import (
	"strings"

	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
)

// Parts parts a run at the first mark that makes n parts of it; nil where none does.
func Parts(r recognise.Run, n int) []recognise.Run {
	for _, mark := range []func(string) bool{
		func(t string) bool { return t == "/" },
		func(t string) bool { return strings.HasSuffix(t, "/") },
		func(t string) bool { return t == "-" || t == "–" || t == "—" || t == "|" || t == "•" },
		func(t string) bool { return strings.HasSuffix(t, ",") || strings.HasSuffix(t, ";") },
		lexicon.And,
	} {
		var parts []recognise.Run
		start := 0
		for i := range r.Len() {
			if text := r.Token(i).Text; mark(text) {
				end := i
				if len(text) > 1 && text != "–" && text != "—" && text != "•" {
					end++ // a mark set close to the word before
				}
				if start < end {
					parts = append(parts, recognise.Run{Sheet: r.Sheet, Index: r.Index[start:end]})
				}
				start = i + 1
			}
		}
		if start < r.Len() {
			parts = append(parts, recognise.Run{Sheet: r.Sheet, Index: r.Index[start:]})
		}
		if len(parts) == n {
			return parts
		}
	}
	return nil
}
