package entity

// Aside lists of whom a document speaks who did not make it, each from the name to the number at a council
// behind it: who asked for it, "conforme pedido do Dr. Tal, CRM 123", and who heads the house, over the words for
// that or behind them.
func (t *Text) Aside() []Value {
	var out []Value
	for i, c := range t.cues {
		if c.last < i {
			continue
		}
		switch c.concept {
		case asks:
			if !t.page.Label(i) {
				out = t.withCouncil(out, c.last+1, len(t.sheet.Tokens))
			}
		case heads:
			first := i
			for first > 0 && !t.sheet.BlockStart(first) {
				first--
			}
			out = t.withCouncil(t.withCouncil(out, first, i), c.last+1, len(t.sheet.Tokens))
		}
	}
	return out
}

// withCouncil adds the person whose name begins at a token, if a number at a council follows it.
func (t *Text) withCouncil(out []Value, at, past int) []Value {
	w := walk{Text: t, at: at, past: past, cur: -1, side: -1}
	first := w.skipTo()
	last, company, ok := w.name(first)
	if !ok || company {
		return out
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
	return out
}
