package llm

import (
	"slices"
	"strings"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction/render"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
	"lavra.dev/schemas/event"
)

const (
	// A value of the model alone: that it stands on the page is known, that it is
	// this field is not. A form of its own leaves fewer values to take it for.
	confidenceOfWords = 0.6
	confidenceOfForm  = 0.7
	// The share of doubt that is left once the model says what the engine said.
	doubtLeft = 0.7
	// What is left of the confidence where it says something else.
	afterOther = 0.8
)

// weigh holds the answers against the words and the engine's fields.
func (m *Model) weigh(doc document.Document, typ catalogue.Type, fields []event.Field, open []catalogue.Field, answers map[string]string) []event.Field {
	w := &weighing{sheet: layout.Of(doc), fields: map[string]event.Field{}}
	for _, f := range fields {
		w.fields[f.Name] = f
		if f.Confidence >= doubtful {
			w.take(f)
		}
	}
	for _, f := range open {
		if answer, ok := answers[f.Name]; ok {
			m.metrics.values.WithLabelValues(w.add(f, answer)).Inc()
		}
	}
	var out []event.Field
	for _, f := range typ.Fields {
		if field, ok := w.fields[f.Name]; ok {
			out = append(out, field)
		}
	}
	return out
}

type weighing struct {
	sheet  *layout.Sheet
	fields map[string]event.Field
	taken  []event.Span // what fields that are sure stand on
}

func (w *weighing) take(f event.Field) {
	for _, leaf := range f.Leaves {
		w.taken = append(w.taken, leaf.Spans...)
	}
}

// add weighs one answer and says what became of it.
func (w *weighing) add(f catalogue.Field, answer string) string {
	var places []event.Field
	for _, p := range find(w.sheet, f.Kind, answer) {
		if field, ok := render.Field(w.sheet, f, p.value, p.tokens); ok && (f.Share || !w.isTaken(field.Leaves[0].Spans)) {
			places = append(places, field)
		}
	}
	before, known := w.fields[f.Name]
	switch {
	case len(places) == 0:
		return "dropped"
	case !known || len(before.Leaves) == 0:
		w.fields[f.Name] = withModel(f, places[0])
		w.take(places[0])
		return "added"
	}
	agrees := slices.ContainsFunc(places, func(p event.Field) bool { return p.Value == before.Value })
	before.Leaves = slices.Clone(before.Leaves)
	leaf := &before.Leaves[0]
	if agrees {
		leaf.Witnesses = append(slices.Clone(leaf.Witnesses), Witness)
		leaf.Confidence = render.Thousandth(1 - (1-leaf.Confidence)*doubtLeft)
	} else {
		leaf.Confidence = render.Thousandth(leaf.Confidence * afterOther)
	}
	before.Confidence = leaf.Confidence
	w.fields[f.Name] = before
	if agrees {
		return "agreed"
	}
	return "differed"
}

// isTaken reports whether a place is that of a field that is sure.
func (w *weighing) isTaken(spans []event.Span) bool {
	return slices.ContainsFunc(spans, func(s event.Span) bool {
		return slices.ContainsFunc(w.taken, func(t event.Span) bool {
			return s.Page == t.Page && s.Line == t.Line && s.First <= t.Last && t.First <= s.Last
		})
	})
}

func withModel(f catalogue.Field, field event.Field) event.Field {
	leaf := &field.Leaves[0]
	leaf.Witnesses, leaf.Confidence = []string{Witness}, confidenceOfWords
	if recognise.Typed(f.Kind) {
		leaf.Confidence = confidenceOfForm
	}
	if checkdigit.HasDigit(string(f.Kind)) {
		// Said here, so that it is not counted again: it proves the number, not whose it is.
		leaf.Witnesses = append(leaf.Witnesses, "check_digit")
	}
	field.Confidence = leaf.Confidence
	return field
}

// place is where a value stands: as read, in the normal form of its kind.
type place struct {
	value  string
	tokens []int32
}

// find looks for an answer among the words.
func find(sheet *layout.Sheet, kind catalogue.Kind, answer string) []place {
	if recognise.Typed(kind) {
		return findForm(sheet, kind, answer)
	}
	return findWords(sheet, answer)
}

// findForm finds the values of a kind that are the answer in normal form.
func findForm(sheet *layout.Sheet, kind catalogue.Kind, answer string) []place {
	want := map[string]bool{answer: true} // the model may have given the normal form
	if own := sheetOf(answer); len(own.Rows) == 1 {
		if v, ok := recognise.Whole(kind, recognise.Line(own, 0)); ok {
			want[v.Text] = true
		}
	}
	var out []place
	for row := range sheet.Rows {
		run := recognise.Line(sheet, row)
		for _, v := range recognise.All(kind, run) {
			if want[v.Text] {
				out = append(out, place{v.Text, run.Words(v)})
			}
		}
	}
	return out
}

// findWords finds the words of an answer one after the other, whatever their case,
// accents and punctuation. The value is what is printed there.
func findWords(sheet *layout.Sheet, answer string) []place {
	want := fold.Text(answer)
	if len(want) < 2 {
		return nil
	}
	var out []place
	for first := range sheet.Tokens {
		rest := want
		for i := first; i < len(sheet.Tokens); i++ {
			fold := sheet.Tokens[i].Fold
			if i == first && fold == "" || !strings.HasPrefix(rest, fold) {
				break
			}
			if rest = rest[len(fold):]; rest == "" {
				run := recognise.Between(sheet, first, i)
				out = append(out, place{run.Text(0, run.Len()-1), run.Index})
				break
			}
		}
	}
	return out
}

// sheetOf lays out an answer as one printed line, to be read as the page was.
func sheetOf(answer string) *layout.Sheet {
	const width, height, char, size = 2000.0, 100.0, 5.0, 10.0
	var line document.Line
	column := 0
	for _, word := range strings.Fields(answer) {
		line.Words = append(line.Words, document.Word{Text: word, Confidence: 1, Box: document.Box{
			Left: char * float64(column) / width, Top: 0.1, Width: char * float64(len(word)) / width, Height: size / height}})
		column += len(word) + 1
	}
	return layout.Of(document.Document{Pages: []document.Page{{Number: 1, Width: width, Height: height, Source: document.Text, Lines: []document.Line{line}}}})
}
