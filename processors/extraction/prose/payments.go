package prose

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// The sides of a payment as the catalogue calls their owners.
const (
	payer = "payer"
	payee = "payee"
)

var opposite = map[string]string{payer: payee, payee: payer}

// payment is what a verb says of its subject, with one of some words in its sentence or alone: "pagou", "deu quitação".
type payment struct {
	verbs  map[string]bool
	side   string
	active bool // else the participle, whose subject is what was paid
	with   map[string]bool
}

var payments = []payment{
	{lexicon.Words("receives"), payee, true, nil},
	{lexicon.Words("received"), payee, false, nil},
	{lexicon.Words("acquits"), payee, true, lexicon.Words("acquittals")},
	{lexicon.Words("pays"), payer, true, nil},
	{lexicon.Words("paid"), payer, false, nil},
	{lexicon.Words("transacts"), payer, true, lexicon.Words("payments")},
	{lexicon.Words("transacted"), payer, false, lexicon.Words("payments")},
}

var (
	perfect = lexicon.Words("auxiliaries of the perfect")
	agents  = lexicon.Words("before agents")
	sources = lexicon.Words("before sources")
	targets = lexicon.Words("before targets")
)

// readPayments proposes who pays and who is paid by what a sentence does with their names, in whatever order: "Alfa Ltda declara que
// Ana Lima pagou", "o valor entregue por Ana Lima", "recebeu de Ana Lima".
func (x *reader) readPayments() {
	owners := map[string]string{payer: x.ownerAs(payer), payee: x.ownerAs(payee)}
	if owners[payer] == "" || owners[payee] == "" || len(x.Type.Owners) > len(owners) {
		return // a patient may stand where who pays does
	}
	parties := x.partiesInText()
	told := map[string]*entity.Entity{} // by side
	for i := range x.Sheet.Tokens {
		if p := x.paymentAt(i); p != nil {
			x.tellSides(p, i, parties, told)
		}
	}
	for _, side := range []string{payer, payee} {
		if e := told[side]; e != nil {
			x.proposeParty(owners[side], e)
		}
	}
}

// ownerAs is the owner of the type whom a word of meanings names.
func (x *reader) ownerAs(kind string) string {
	for name, kinds := range x.Type.Owners {
		if slices.Contains(strings.Split(kinds, "|"), kind) {
			return name
		}
	}
	return ""
}

// partiesInText are the persons and companies of whom the text speaks over its foot, and not who speaks for one.
func (x *reader) partiesInText() (out []*entity.Entity) {
	foot, all := x.Foot(), x.Persons().All()
	for k := range all {
		v, named := all[k].Value(entity.Name)
		if cell := x.Sheet.Tokens[v.First].Cell; named && !all[k].For && x.OfText(cell) && !slices.Contains(foot, cell) {
			out = append(out, &all[k])
		}
	}
	return out
}

// paymentAt is what a word says of a payment; nil where it says nothing.
func (x *reader) paymentAt(i int) *payment {
	t := &x.Sheet.Tokens[i]
	for k := range payments {
		if p := &payments[k]; (p.verbs[t.Fold] || p.verbs[strings.ToLower(t.Text)]) && x.OfText(t.Cell) {
			if first, past := x.sentence(i); p.with == nil || x.among(first, past, p.with) {
				return p
			}
		}
	}
	return nil
}

// sentence is the tokens from first up to past of the sentence of a token.
func (x *reader) sentence(i int) (first, past int) {
	n := len(x.Sheet.Tokens)
	for first = i; first > 0 && !x.Flow().SentenceEnd(first-1, n) && !x.opensBlock(first); {
		first--
	}
	for past = i + 1; past < n && !x.Flow().SentenceEnd(past-1, n) && !x.opensBlock(past); {
		past++
	}
	return first, past
}

// opensBlock reports whether a block begins at a token that is not the rest of the sentence before.
func (x *reader) opensBlock(i int) bool { return x.Sheet.BlockStart(i) && !x.Sheet.Tokens[i].Small() }

func (x *reader) among(first, past int, words map[string]bool) bool {
	return slices.ContainsFunc(x.Sheet.Tokens[first:past], func(t layout.Token) bool { return words[t.Fold] })
}

// tellSides keeps whom the sentence of a payment puts on each side, of the first sentence that does: its subject, whom "por" names
// behind a participle, from whom somebody receives and to whom somebody pays.
func (x *reader) tellSides(p *payment, at int, parties []*entity.Entity, told map[string]*entity.Entity) {
	first, past := x.sentence(at)
	active := p.active || x.among(first, at, perfect)
	tell := func(side string, e *entity.Entity) {
		if e != nil && told[side] == nil && e != told[opposite[side]] {
			told[side] = e
		}
	}
	var subject *entity.Entity
	for _, e := range parties {
		if e.First < first || e.First >= past {
			continue
		}
		switch lead := x.leadTo(e.First); {
		case e.First < at && (lead == "" || lead == "a"):
			subject = e
		case e.First < at:
		case agents[lead] && !active:
			tell(p.side, e)
		case sources[lead] && p.side == payee, targets[lead] && p.side == payer:
			tell(opposite[p.side], e)
		}
	}
	if active {
		tell(p.side, subject)
	}
}

const leadReach = 4 // words from a preposition to the name: "de minha inquilina, a Sra."

// leadTo is the preposition that leads to a name, over small words and forms of address; empty where none does.
func (x *reader) leadTo(first int) string {
	for i := first - 1; i >= max(0, first-leadReach); i-- {
		t := &x.Sheet.Tokens[i]
		switch {
		case agents[t.Fold] || sources[t.Fold] || targets[t.Fold]:
			return t.Fold
		case !shape.FormOfAddress(t.Fold) && (!t.Small() || strings.ContainsAny(t.Text, ",;:.")):
			return ""
		}
	}
	return ""
}

// proposeParty proposes the name and the number of a party to the fields of an owner.
func (x *reader) proposeParty(owner string, e *entity.Entity) {
	for field, f := range x.Type.Fields {
		if f.Of == owner && (f.Is == "name" || f.Is == "number") {
			x.proposeSaid(field, e, propose.ProseScore)
		}
	}
}

// proposeSaid proposes what the text says of somebody to a field.
func (x *reader) proposeSaid(field int, e *entity.Entity, score float64) {
	f := x.Type.Fields[field]
	a, _ := entity.AttributeOf(f.Is)
	v, said := e.Value(a)
	if !said {
		return
	}
	run, text := x.Between(v.First, v.Last), v.Text
	if a == entity.Name {
		text = shape.Words(f, run)
	}
	x.Propose(candidate.Value{Field: field, Tokens: run.Index, Text: shape.Form(f, text), Score: score, Checked: v.Checked, Repaired: v.Repaired, How: candidate.FromProse, Place: catalogue.Right})
}

// readSpokenOf proposes the first person or company of whom the running text says more than the name to the fields of
// him whom a text of that type speaks of, whatever the verb: "Relato que Fulano de Tal, CPF ..., encontra-se".
func (x *reader) readSpokenOf() {
	var foot []int32 // of a document of whose signer the type has a field: he is not whom the text speaks of
	if slices.ContainsFunc(x.Type.Fields, func(f catalogue.Field) bool { return f.Signs }) {
		foot = x.Foot()
	}
	for field, f := range x.Type.Fields {
		if !f.SpokenOf {
			continue
		}
		for _, e := range x.partiesInText() {
			v, _ := e.Value(entity.Name)
			if (!e.Company || f.Like == "company") && !x.Boundary(v.First) && !x.SignedBy(v.First, foot) && !x.namedOther(field, v.First) {
				x.proposeSaid(field, e, saidTyped)
				break
			}
		}
	}
}

// namedOther reports whether the words before a name say that it is somebody else's.
func (x *reader) namedOther(field, first int) bool {
	return slices.ContainsFunc(x.Found, func(c candidate.Value) bool {
		f := &x.Type.Fields[c.Field]
		return c.Field != field && f.Is == "name" && c.How == candidate.FromProse && len(c.Tokens) > 0 && int(c.Tokens[0]) == first
	})
}
