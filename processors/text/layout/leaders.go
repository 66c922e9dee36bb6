package layout

import (
	"slices"
	"strings"
)

const (
	leader = "...." // from a label to its value, at least
	// What OCR makes of the dots that it does not take for dots.
	dotLike = "acemnorsutixlj0!:;,.*º°'"
)

// leadersAsColons writes the leader from a label to its value as a colon, with whatever
// OCR made of its last dots: "OBSERVACOES......cccc! EAR" is "OBSERVACOES.: EAR".
func leadersAsColons(line []placed) []placed {
	kept := line[:0]
	for i, w := range line {
		head, ok := beforeLeader(w.Text)
		switch {
		case !ok || i+1 == len(line):
			kept = append(kept, w)
		case head != "":
			w.Text = head + ".:" // its first dot may be that of a word cut short
			kept = append(kept, w)
		}
	}
	return kept
}

// withoutLeaders parts the words that a leader joins to a sum, and drops the leader: "RENDIMENTOS.....33.120,00". The
// dots around a name are the blank of a form that it fills.
func withoutLeaders(line []placed) []placed {
	if !slices.ContainsFunc(line, func(w placed) bool { return strings.Contains(w.Text, leader) }) {
		return line
	}
	var out []placed
	for _, w := range line {
		at := strings.Index(w.Text, leader)
		if at >= 0 {
			behind := len(w.Text) - len(strings.TrimLeft(w.Text[at:], "."))
			if number.MatchString(w.Text[behind:]) {
				var label placed
				label, w = partAt(w, behind)
				if at > 0 {
					label, _ = partAt(label, at)
					out = append(out, label)
				}
			}
		}
		out = append(out, w)
	}
	return out
}

// beforeLeader is what a word has before the leader that it ends with; false where it
// does not end with one.
func beforeLeader(word string) (string, bool) {
	at := strings.Index(word, leader)
	if at < 0 || strings.Trim(word[at:], dotLike) != "" {
		return "", false
	}
	return strings.TrimRight(word[:at], ":;,."), true
}
