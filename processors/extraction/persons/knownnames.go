package persons

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
)

// knownNames are the names of those of whom the text says more, by their letters: a name drawn with a gap is the same.
func (x *Reader) knownNames() map[string]entity.Value {
	out := map[string]entity.Value{}
	for _, e := range x.Persons().All() {
		v, named := e.Value(entity.Name)
		if key := x.Sheet.FoldedText(v.First, v.Last); named && !e.Company && v.Last > v.First && out[key].Last == 0 {
			out[key] = v
		}
	}
	return out
}

// namedIn are the rows of the known persons whom a stretch names.
func (x *Reader) namedIn(s stretch, known map[string]entity.Value) []candidate.Row {
	var rows []candidate.Row
	for t := s.first; t < s.past; {
		last, v := -1, entity.Value{} // the longest: "Ana Lima" begins "Ana Lima Paz", too
		for letters, name := range known {
			if end := x.nameAt(t, s.past, letters); end > last {
				last, v = end, name
			}
		}
		if last < t {
			t++
			continue
		}
		here, whole := x.Between(t, last), x.Between(t, last)
		if last-t > v.Last-v.First {
			whole = x.Between(v.First, v.Last) // drawn with a gap here
		}
		rows = append(rows, nameRow(here, whole))
		t = last + 1
	}
	if len(rows) == 0 && x.ofAll(s) {
		for _, e := range x.Persons().All() {
			_, numbered := e.Value(entity.Number)
			if v, named := e.Value(entity.Name); named && numbered && !e.Company {
				rows = append(rows, nameRow(x.Between(v.First, v.Last), x.Between(v.First, v.Last)))
			}
		}
	}
	return rows
}

// nameRow is a row of nothing but a name that stands somewhere, as it is printed where it is whole.
func nameRow(here, whole recognise.Run) candidate.Row {
	text := shape.Unstopped(shape.Clean(whole.Text(0, whole.Len()-1)))
	return candidate.Row{How: candidate.FromProse, Cells: candidate.Cells{{Tokens: here.Index, Text: text, Score: candidate.Placed}}}
}

// nameAt is the last token of a name that begins at a token; -1 where another word stands there.
func (x *Reader) nameAt(t, past int, letters string) int {
	for ; t < past; t++ {
		word := x.Sheet.Tokens[t].Fold
		if word == "" || !strings.HasPrefix(letters, word) {
			return -1
		}
		if letters = letters[len(word):]; letters == "" {
			return t
		}
	}
	return -1
}

// namedAlone are the rows of the first sentence that names known persons again and tells no number of them: in articles, who
// manages, in whatever words.
func (x *Reader) namedAlone(known map[string]entity.Value) []candidate.Row {
	own, foot, n := map[int32]bool{}, x.Foot(), len(x.Sheet.Tokens)
	for _, v := range known {
		own[int32(v.First)] = true
	}
	for t := 0; t < n; t++ {
		if cell := x.Sheet.Tokens[t].Cell; own[int32(t)] || !layout.HasCapital(x.Sheet.Tokens[t].Text) || !x.OfText(cell) || slices.Contains(foot, cell) {
			continue
		}
		s := stretch{x.itemFirst(t, 0), x.sentencePast(t, n)}
		rows := x.namedIn(stretch{t, s.past}, known)
		if len(rows) == 0 || int(rows[0].Cells[0].Tokens[0]) != t {
			continue
		}
		if !slices.ContainsFunc(rows, func(r candidate.Row) bool { return own[r.Cells[0].Tokens[0]] }) && !x.tellsNumbers(s) {
			return rows
		}
		t = s.past - 1
	}
	return nil
}

// ofAll reports whether a stretch speaks of all partners: "caberá a ambos os sócios".
func (x *Reader) ofAll(s stretch) bool {
	for i := s.first; i < s.past-2; i++ {
		if everybody[x.Sheet.Tokens[i].Fold] && partners[x.Sheet.Tokens[i+2].Fold] {
			return true
		}
	}
	return false
}

var everybody, partners = lexicon.Words("all of several"), lexicon.Words("partners")

// tellsNumbers reports whether a sentence tells a number, but for that of its own clause.
func (x *Reader) tellsNumbers(s stretch) bool {
	for i := s.first; i < s.past; i++ {
		t := &x.Sheet.Tokens[i]
		if layout.HasDigit(t.Text) && !strings.ContainsAny(t.Text, "ºª°") && !(i > 0 && partsOfDeeds[x.Sheet.Tokens[i-1].Fold]) {
			return true
		}
	}
	return false
}

var partsOfDeeds = lexicon.Words("parts of deeds")
