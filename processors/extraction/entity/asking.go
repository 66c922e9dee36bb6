package entity

// Asking lists who asked for what a document is about, each from the name to the number at a council
// behind it: "conforme pedido do Dr. Tal, CRM 123".
func (t *Text) Asking() []Value {
	var out []Value
	for i, c := range t.cues {
		if c.last < i || c.concept != asks || t.page.Label(i) {
			continue
		}
		w := walk{Text: t, at: c.last + 1, past: len(t.sheet.Tokens), cur: -1, side: -1}
		first := w.skipTo()
		last, company, ok := w.name(first)
		if !ok || company {
			continue
		}
		w.found, w.cur, w.at = []Entity{{First: first, Past: last + 1}}, 0, last+1
		for k := last + 1; k < min(last+1+cueReach, w.past); k++ {
			if w.cues[k].last >= k && w.cues[k].concept == council {
				w.at = w.cues[k].last + 1
				w.readCouncil(k)
				break
			}
		}
		if v, said := w.found[0].Value(Council); said {
			out = append(out, Value{Attribute: Council, First: first, Last: v.Last})
		}
	}
	return out
}
