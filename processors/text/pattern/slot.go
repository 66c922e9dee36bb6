package pattern

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const marked = 0.9 // the score of a percentage with its sign is more

func (m *matcher) slot(n *node, i int) bool {
	if i = m.skip(i); catalogue.Kind(n.form) == catalogue.Money && m.minus(i-1) {
		i--
	}
	if i >= m.to {
		return false
	}
	switch kind := catalogue.Kind(n.form); {
	case n.form == "one":
		return m.oneOf(n, i)
	case n.form == "mask":
		text := Masked(n.words, &m.sheet.Tokens[i])
		return text != "" && m.take(n, Slot{Name: n.text, Form: n.form, First: i, Last: i, Value: recognise.Value{Text: text}, Typed: true})
	case n.typed:
		return m.typed(n, i, kind)
	case n.form == "amount":
		r := m.text.run(i, m.to)
		v, ok := recognise.Amount(r, 0)
		return ok && m.take(n, Slot{Name: n.text, Form: n.form, First: i, Last: int(r.Index[v.Last])})
	}
	return m.wordsOf(n, i)
}

// typed matches a slot of a value of a kind.
func (m *matcher) typed(n *node, i int, kind catalogue.Kind) bool {
	if i > m.first && m.free != i && m.blockStart(i) && m.text.elsewhere(i) {
		return false
	}
	v, ok := m.text.value(kind, i, m.to)
	if kind == catalogue.Percent && v.Score < marked && !m.sheet.Tokens[i].OCR {
		return false // any number might be one
	}
	return ok && m.take(n, Slot{Name: n.text, Form: n.form, First: i, Last: int(m.text.flow[int(m.text.flowAt[i])+v.Last]), Value: v, Typed: true})
}

// wordsOf matches a slot of words: they end where their form says, or where the pattern goes on.
func (m *matcher) wordsOf(n *node, i int) bool {
	if i > m.first && m.free != i && m.blockStart(i) {
		return false // words of another block are not what the pattern goes on with
	}
	if n.sex != 0 && !m.given(n.sex, i) {
		return false
	}
	least := i
	if len(n.words) > 0 {
		var ok bool
		if n.street {
			least, ok = m.text.opensStreet(i)
		} else {
			least, ok = m.text.opens(n.words, i)
		}
		if !ok || n.form == "line" && (m.text.small(i) || m.text.midSentence(i) || strings.HasSuffix(m.sheet.Tokens[least].Text, ":")) || n.form == "heading" && m.introduces(least) {
			return false
		}
	}
	limit := m.limit(n.form, i)
	if n.line && n.form != "block" && n.form != "text" && n.form != "proper" && n.form != "heading" {
		limit = min(limit, m.lineLimit(n.form, i))
	}
	if n.alone {
		limit = min(limit, m.aloneLimit(i))
	}
	if n.form == "city" && !m.region && !m.sheet.Tokens[i].OCR && m.text.small(i) {
		return false // "expedida por SSP/PE em 18/01/2010"
	}
	if n.form == "proper" && !m.text.properStart(i) && !m.named(i) || introduced[n.form] && len(n.words) == 0 && m.endedBefore(i) {
		return false
	}
	if n.last || endsItself[n.form] {
		end := m.end(n.form, i, limit)
		return end >= least && m.take(n, Slot{Name: n.text, Form: n.form, First: i, Last: end, Opened: len(n.words) > 0})
	}
	if n.form == "proper" {
		return m.longest(n, i, least, limit)
	}
	for end := i; end <= limit; end++ {
		if !m.fits(n.form, i, end) {
			return false
		}
		if end >= least && m.take(n, Slot{Name: n.text, Form: n.form, First: i, Last: end}) {
			return true
		}
	}
	return false
}

// introduces reports whether token i ends with a colon and its line goes on: it is a label.
func (m *matcher) introduces(i int) bool {
	return strings.HasSuffix(m.sheet.Tokens[i].Text, ":") && i+1 < m.sheet.Cells[m.sheet.Tokens[i].Cell].Past
}

// longest tries a proper name from its last word back: half a name is none.
func (m *matcher) longest(n *node, i, least, limit int) bool {
	end := i
	for end < limit && m.fits(n.form, i, end+1) {
		end++
	}
	for ; end >= least; end-- {
		if last := &m.sheet.Tokens[end]; end > i && particles[last.Fold] && last.Text == strings.ToLower(last.Text) {
			continue // "ALFA LTDA e" is a name and a word of the sentence
		}
		if m.take(n, Slot{Name: n.text, Form: n.form, First: i, Last: end}) {
			return true
		}
	}
	return false
}

// endsItself are the forms that do not ask what follows them.
var endsItself = map[string]bool{"line": true, "block": true, "clause": true, "phrase": true, "sentence": true, "heading": true, "quote": true, "numbered": true, "place": true}

// given reports whether a given name of a woman or a man stands at token i.
func (m *matcher) given(sex byte, i int) bool {
	woman, ok := recognise.Woman(m.sheet.Tokens[i].Fold)
	return ok && woman == (sex == 'F') && m.text.capital(i)
}

func (m *matcher) take(n *node, s Slot) bool {
	mark := len(m.slots)
	if s.Name != "_" {
		m.slots = append(m.slots, s)
	}
	m.words = -1
	if !s.Typed {
		m.words = s.Last
	}
	if m.run(n.next, s.Last+1) {
		return true
	}
	m.slots = m.slots[:mark]
	return false
}

func (m *matcher) oneOf(n *node, i int) bool {
	for _, w := range n.words {
		if j, ok := m.text.word(w, i); ok && m.take(n, Slot{Name: n.text, Form: n.form, First: i, Last: j - 1, Opened: true}) {
			return true
		}
	}
	head, region, ok := strings.Cut(m.sheet.Tokens[i].Text, "-")
	if !ok || region == "" || strings.Trim(region, "0123456789") != "" {
		return false
	}
	return slices.Contains(n.words, fold.Text(head)) && m.take(n, Slot{Name: n.text, Form: n.form, First: i, Last: i}) // the CRN-6 is a CRN
}
