package entity

import (
	dictionary "lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Dateline is where and when a deed was done: "Aos quatro de maio de 2025, em Natal/RN". The
// state is none where its last token is before its first. One that closes a document has the place
// before the date: "Natal/RN, 4 de maio de 2025".
type Dateline struct {
	Date, City, State Value
	Closes            bool
}

const longestDate = 20 // tokens of a date in words: "vinte e cinco dias do mês de abril do ano de mil novecentos e oitenta e quatro", and one said twice

func (t *Text) datelines() []Dateline {
	var out []Dateline
	for i := range t.sheet.Tokens {
		if t.lineStart(i) {
			if d, ok := t.placeline(i); ok {
				out = append(out, d)
				continue
			}
			if d, ok := t.datePlace(i); ok {
				out = append(out, d)
				continue
			}
		}
		if !t.sheet.BlockStart(i) && !dateLeads[t.sheet.Tokens[i].Fold] {
			continue
		}
		if d, ok := t.dateline(i); ok {
			out = append(out, d)
		}
	}
	return out
}

const (
	longestLead = 4 // tokens before the place of a line: "Feito nesta cidade de"
	longestTurn = 4 // between the place and the date: ". Dia:"
)

// placeline is a line that says where and when: a town of a known name or with its state, after a
// label or a few words that lead on to it, and a date with which the line ends: "Feito em Feira de
// Santana/BA, 02/12/2025", "Loc./Dt.: Natal - RN, aos 4 de maio de 2025".
func (t *Text) placeline(i int) (Dateline, bool) {
	past := t.linePast(i)
	for k := i; k < past; k++ {
		opens := k == i || t.ends(k-1, ".") && len(t.sheet.Tokens[k-1].Fold) > 3
		leads := k > i && k <= i+longestLead && (t.ends(k-1, ":") || placeLeads[t.sheet.Tokens[k-1].Fold] || is(t.sheet.Tokens[k-1].Fold, particle))
		if !opens && !leads || !t.proper(k) || placeLeads[t.sheet.Tokens[k].Fold] {
			continue
		}
		if d, ok := t.placeDate(k, past); ok {
			return d, true
		}
	}
	return Dateline{}, false
}

// linePast is where the line ends that a token begins: behind the cells that go on with it, as the blanks
// of a form do, "Natal (RN), | 4 | de maio | de 2025".
func (t *Text) linePast(i int) int {
	cell := t.sheet.Tokens[i].Cell
	past := t.sheet.Cells[cell].Past
	for _, c := range t.sheet.LineOf(cell) {
		if t.sheet.Cells[c].First == past {
			past = t.sheet.Cells[c].Past
		}
	}
	return past
}

// town is a town from a token on, with its state where that follows; d is none where it is neither
// known nor has one. Behind it the line goes on with token next.
func (t *Text) town(k, past int) (d Dateline, next int, known bool) {
	w := t.walk(k, past)
	first, last := k, w.place(k)
	d = Dateline{City: Value{First: first, Last: last}, State: Value{Last: -1}}
	if last > first && w.stateAt(last) {
		d.State, d.City.Last = Value{First: last, Last: last}, last-1
	}
	if d.State.Last < 0 && last >= first && last+1 < past && w.stateAt(last+1) {
		last++ // in a blank of its own
		d.State = Value{First: last, Last: last}
	}
	for d.City.Last > first && t.sheet.Tokens[d.City.Last].Fold == "" {
		d.City.Last--
	}
	return d, last + 1, d.City.Last >= first && (d.State.Last >= 0 || dictionary.TownAnywhere(t.sheet.FoldedText(first, d.City.Last)))
}

// townOf is a town with its state, which may stand behind it in words: "Natal, Estado do Rio Grande do Norte (RN),".
func (t *Text) townOf(k, past int) (d Dateline, next int, known bool) {
	d, next, known = t.town(k, past)
	if !known || d.State.Last >= 0 || !t.ends(next-1, ",") {
		return d, next, known
	}
	w := t.walk(next, past)
	if s := w.stateBehind(next); s.Last >= 0 {
		d.State, next = s, s.Last+1
		if w.stateAt(next) && next < past {
			next++
		}
	}
	return d, next, known
}

// placeDate is a town from a token on and a date behind it, with which a line ends.
func (t *Text) placeDate(k, past int) (Dateline, bool) {
	d, next, known := t.townOf(k, past)
	if d.Closes = true; !known {
		return d, false
	}
	for j := next; j < min(next+longestTurn, past); j++ {
		if v, ok := t.date(j, past); ok {
			d.Date = v
			return d, v.Last >= past-2 || t.lineStart(k) && t.ends(v.Last, ".") || v.Last >= t.sheet.Cells[t.sheet.Tokens[v.Last].Cell].Past-2
		}
		if f := t.sheet.Tokens[j].Fold; f != "" && !dateTurns[f] {
			return d, false
		}
	}
	return d, false
}

var (
	dateLeads  = dictionary.Words("before dates")
	issued     = dictionary.Words("issued")
	done       = dictionary.Words("done as deeds are")
	onDates    = dictionary.Words("on dates")
	dateTurns  = dictionary.Words("turning to dates")
	placeLeads = dictionary.Words("before places of datelines")
	beforeWhom = dictionary.Words("before those in whose presence a deed is done")
)

// date is the date that begins with a token and ends before another one.
func (t *Text) date(i, past int) (Value, bool) {
	v, ok := recognise.At(catalogue.Date, recognise.Between(t.sheet, i, min(i+longestDate, past)-1), 0)
	return Value{BirthDate, i, i + v.Last, v.Text, false, v.Repaired}, ok
}

// datePlace is a line that says when and where, and nothing else: "4 de maio de 2025 - Natal/RN", "Data e local: 4 de maio de
// 2025, Natal/RN", "Assinado em 4 de maio de 2025, na cidade de Natal (RN)".
func (t *Text) datePlace(i int) (Dateline, bool) {
	past := t.linePast(i)
	i = t.leadToDate(i, past)
	v, ok := t.date(i, past)
	k := v.Last + 1
	if !ok || k >= past || !t.ends(k-1, ",-–") && t.sheet.Tokens[k].Fold != "" {
		return Dateline{}, false
	}
	k = t.pastPlaceLeads(k, past)
	d, next, known := t.townOf(k, past)
	d.Date, d.Closes = v, true
	return d, known && next >= past
}

// leadToDate is where the date may begin of a line that begins at a token: behind a label, or behind the words that say what was
// done on it. The token itself where none lead on to one.
func (t *Text) leadToDate(i, past int) int {
	made := issued[t.sheet.Tokens[i].Fold] || done[t.sheet.Tokens[i].Fold]
	for k := i + 1; k < min(i+1+longestLead, past); k++ {
		if t.ends(k-1, ":") || made && onDates[t.sheet.Tokens[k-1].Fold] {
			return k
		}
	}
	return i
}

// pastPlaceLeads is the first token from one on that is neither a mark nor leads on to a place.
func (t *Text) pastPlaceLeads(k, past int) int {
	for k < past && (t.sheet.Tokens[k].Fold == "" || t.sheet.Tokens[k].Small() && (placeLeads[t.sheet.Tokens[k].Fold] || is(t.sheet.Tokens[k].Fold, particle))) {
		k++
	}
	return k
}

// dateline is a date that "aos" or a block begins with, and the place behind it.
func (t *Text) dateline(i int) (Dateline, bool) {
	if dateLeads[t.sheet.Tokens[i].Fold] || onDates[t.sheet.Tokens[i].Fold] {
		i++
	}
	v, ok := t.date(i, len(t.sheet.Tokens))
	if !ok {
		return Dateline{}, false
	}
	w := t.walk(v.Last+1, v.Last+1+longestDate)
	k := w.at
	for k < w.past && t.sheet.Tokens[k].Fold == "" {
		k++
	}
	for before := k < w.past && beforeWhom[t.sheet.Tokens[k].Fold]; before && k < w.past; k++ {
		before = !t.ends(k, ",") // "perante este serviço notarial, em Natal"
	}
	if k >= w.past || !placeLeads[t.sheet.Tokens[k].Fold] {
		return Dateline{}, false
	}
	k = t.pastPlaceLeads(w.skipFillers(k+1), w.past)
	d, _, known := t.townOf(k, w.past)
	d.Date = v
	return d, known // and no office: "nesta cidade, em Cartório"
}
