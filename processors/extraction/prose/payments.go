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

// readPayments proposes who pays and who is paid by what a sentence does with their names, in whatever order: "Alfa Ltda declara que
// Ana Lima pagou", "o valor entregue por Ana Lima", "recebeu de Ana Lima".
func (x *reader) readPayments() {
	owners := map[string]string{payer: x.ownerAs(payer), payee: x.ownerAs(payee)}
	if owners[payer] == "" || owners[payee] == "" || len(x.Type.Owners) > len(owners) {
		return // a patient may stand where who pays does
	}
	parties := x.partiesInText()
	sides := make([]string, len(parties))
	for i := range x.Sheet.Tokens {
		if ev, ok := x.paymentAt(i); ok {
			x.tellSides(ev, parties, sides)
		}
	}
	for k, side := range sides {
		if side != "" {
			x.proposeParty(owners[side], &parties[k])
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
func (x *reader) partiesInText() []entity.Entity {
	foot := x.Foot()
	return slices.DeleteFunc(slices.Clone(x.Persons().All()), func(e entity.Entity) bool {
		v, named := e.Value(entity.Name)
		return !named || e.For || !x.OfText(x.Sheet.Tokens[v.First].Cell) || slices.Contains(foot, x.Sheet.Tokens[v.First].Cell)
	})
}

// payment is a word that says that somebody pays or is paid.
type payment struct {
	at     int
	side   string // of who does what it says
	active bool   // it has a subject: "pagou", "tendo pago", not "pago"
	asked  bool   // "quem pagou foi"
	first  int    // of its sentence
	past   int
}

// paymentAt is what a word says of a payment.
func (x *reader) paymentAt(i int) (payment, bool) {
	word, n := x.Sheet.Tokens[i].Fold, len(x.Sheet.Tokens)
	acquits := acquitting[strings.ToLower(x.Sheet.Tokens[i].Text)]
	takes, gives := receives[word] || received[word] || acquits, pays[word] || paid[word] || transacts[word] || transacted[word]
	if !takes && !gives || !x.OfText(x.Sheet.Tokens[i].Cell) {
		return payment{}, false
	}
	p := payment{at: i, first: i, past: i + 1, side: payer}
	for p.first > 0 && !x.Flow().SentenceEnd(p.first-1, n) && !x.opensBlock(p.first) {
		p.first--
	}
	for p.past < n && !x.Flow().SentenceEnd(p.past-1, n) && !x.opensBlock(p.past) {
		p.past++
	}
	if takes {
		p.side = payee
	}
	p.active = receives[word] || acquits || pays[word] || transacts[word] || x.among(p.first, i, perfect)
	p.asked = x.among(max(p.first, i-askedReach), i, whoever)
	return p, !acquits && !transacts[word] && !transacted[word] || acquits && x.among(i, p.past, acquittals) || !acquits && x.among(p.first, p.past, payments)
}

// opensBlock reports whether a block begins at a token that is not the rest of the sentence before.
func (x *reader) opensBlock(i int) bool { return x.Sheet.BlockStart(i) && !x.Sheet.Tokens[i].Small() }

const askedReach = 2 // words from "quem" to its verb

func (x *reader) among(first, past int, words map[string]bool) bool {
	return slices.ContainsFunc(x.Sheet.Tokens[first:past], func(t layout.Token) bool { return words[t.Fold] })
}

// tellSides gives the parties of its sentence the sides that a word tells of them.
func (x *reader) tellSides(p payment, parties []entity.Entity, sides []string) {
	subject := -1
	tell := func(k int, side string) {
		if k >= 0 && sides[k] == "" && !slices.Contains(sides, side) {
			sides[k] = side
		}
	}
	for k := range parties {
		first := parties[k].First
		if first < p.first || first >= p.past {
			continue
		}
		lead := x.leadTo(first)
		switch {
		case first < p.at:
			if lead == "" || lead == "a" {
				subject = k
			}
		case agents[lead] && !p.active, p.asked && lead == "foi":
			tell(k, p.side)
		case sources[lead] && p.side == payee, targets[lead] && p.side == payer:
			tell(k, opposite[p.side])
		}
	}
	if p.active && !p.asked {
		tell(subject, p.side)
	}
}

const leadReach = 4 // words from a preposition to the name: "de minha inquilina, a Sra."

// leadTo is the preposition or the verb that leads to a name, over small words and forms of address; empty where none does.
func (x *reader) leadTo(first int) string {
	for i := first - 1; i >= max(0, first-leadReach); i-- {
		t := &x.Sheet.Tokens[i]
		switch {
		case agents[t.Fold] || sources[t.Fold] || targets[t.Fold]:
			return t.Fold
		case copulas[t.Fold]:
			return "foi"
		case !shape.FormOfAddress(t.Fold) && (!t.Small() || strings.ContainsAny(t.Text, ",;:.")):
			return ""
		}
	}
	return ""
}

// proposeParty proposes the name and the number of a party to the fields of an owner.
func (x *reader) proposeParty(owner string, e *entity.Entity) {
	for field, f := range x.Type.Fields {
		a, known := entity.AttributeOf(f.Is)
		v, said := e.Value(a)
		if f.Of != owner || !known || !said || a != entity.Name && a != entity.Number {
			continue
		}
		run, text := x.Between(v.First, v.Last), v.Text
		if a == entity.Name {
			text = shape.Words(f, run)
		}
		x.Propose(candidate.Value{Field: field, Tokens: run.Index, Text: shape.Form(f, text), Score: propose.ProseScore, Checked: v.Checked, Repaired: v.Repaired, How: candidate.FromProse, Place: catalogue.Right})
	}
}

var (
	pays       = lexicon.Words("pays")
	paid       = lexicon.Words("paid")
	receives   = lexicon.Words("receives")
	received   = lexicon.Words("received")
	acquitting = lexicon.Words("acquits")
	acquittals = lexicon.Words("acquittals")
	transacts  = lexicon.Words("transacts")
	transacted = lexicon.Words("transacted")
	payments   = lexicon.Words("payments")
	perfect    = lexicon.Words("auxiliaries of the perfect")
	whoever    = lexicon.Words("whoever")
	copulas    = lexicon.Words("said that somebody is something")
	agents     = lexicon.Words("before agents")
	sources    = lexicon.Words("before sources")
	targets    = lexicon.Words("before targets")
)
