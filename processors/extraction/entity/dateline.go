package entity

import (
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Dateline is where and when a deed was done: "Aos quatro de maio de 2025, em Natal/RN". The
// state is none where its last token is before its first.
type Dateline struct{ Date, City, State Value }

const longestDate = 20 // tokens of a date in words: "vinte e cinco dias do mês de abril do ano de mil novecentos e oitenta e quatro", and one said twice

// Datelines lists the dates that "aos" or the beginning of a block introduces and a place follows.
func (t *Text) Datelines() []Dateline {
	var out []Dateline
	for i := range t.sheet.Tokens {
		if !t.sheet.BlockStart(i) && !dateLeads[t.sheet.Tokens[i].Fold] {
			continue
		}
		if d, ok := t.dateline(i); ok {
			out = append(out, d)
		}
	}
	return out
}

var (
	dateLeads  = map[string]bool{"aos": true, "ao": true, "dia": true}
	placeLeads = map[string]bool{"em": true, "na": true, "nesta": true, "neste": true, "no": true}
)

func (t *Text) dateline(i int) (Dateline, bool) {
	if dateLeads[t.sheet.Tokens[i].Fold] {
		i++
	}
	var r recognise.Run
	for r.Sheet = t.sheet; i+len(r.Index) < len(t.sheet.Tokens) && len(r.Index) < longestDate; {
		r.Index = append(r.Index, int32(i+len(r.Index)))
	}
	v, ok := recognise.At(catalogue.Date, r, 0)
	if !ok {
		return Dateline{}, false
	}
	w := walk{Text: t, at: i + v.Last + 1, past: min(i+v.Last+1+longestDate, len(t.sheet.Tokens)), cur: -1, side: -1}
	k := w.at
	for k < w.past && t.sheet.Tokens[k].Fold == "" {
		k++
	}
	if k >= w.past || !placeLeads[t.sheet.Tokens[k].Fold] {
		return Dateline{}, false
	}
	k = w.skipFillers(k + 1)
	for k < w.past && is(t.sheet.Tokens[k].Fold, particle) && small(t.sheet.Tokens[k].Text) {
		k++
	}
	first, last := w.place(k)
	d := Dateline{Date: Value{BirthDate, i, i + v.Last, v.Text, false, v.Repaired}, City: Value{First: first, Last: last}, State: Value{Last: -1}}
	if last > first && w.stateAt(last) {
		d.State, d.City.Last = Value{First: last, Last: last}, last-1
	}
	for d.City.Last > first && t.sheet.Tokens[d.City.Last].Fold == "" {
		d.City.Last--
	}
	return d, d.City.Last >= first
}
