package main

import (
	"bytes"
	"math"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/schemas/catalogue"
)

const typeName = "RECIBO"

// around is what stands around a word of a page.
func around(t *testing.T, x *labels.Labels, word string) *nearby.Context {
	t.Helper()
	for i, token := range x.Sheet.Tokens {
		if token.Text == word {
			return nearby.ContextsOf(x).At(int32(i), int32(i))
		}
	}
	t.Fatalf("no word %q on the page", word)
	return nil
}

func page(t *testing.T, text string) *labels.Labels {
	t.Helper()
	typ, ok := catalogue.Lookup(typeName)
	if !ok {
		t.Fatal("no type " + typeName)
	}
	return labels.Of(source.Of(documenttest.Typewritten(text), compile.Of(typ)))
}

// The classes of these tests: when it was paid, when it is due; and none.
const (
	paid = iota
	due
	none
)

// fitted is a model of two fields, from a few ways to say them.
func fitted(t *testing.T) *nearby.Model {
	t.Helper()
	var once, examples []nearbyExample
	for text, class := range map[string]int{
		"Pagamento: 10/05/2024": paid, "foi pago no dia 10/05/2024 em dinheiro": paid, "Pago em 10/05/2024": paid,
		"Vencimento: 10/05/2024": due, "que vence no dia 10/05/2024 sem falta": due, "Vencerá em 10/05/2024": due,
		"Impresso: 10/05/2024": none, "Versão de 10/05/2024": none,
	} {
		once = append(once, nearbyExample{Type: typeName, Class: class, Context: around(t, page(t, text), "10/05/2024")})
	}
	for range 20 {
		examples = append(examples, once...)
	}
	return nearbyModel(examples, map[string]int{typeName: none}, nearbySettings{Epochs: 20, Rate: 0.1, Drop: 0.2})
}

func TestWordsThatItHasNotReadTellAField(t *testing.T) {
	m := fitted(t)
	for _, tc := range []struct {
		name, text string
		want       int
	}{
		{"cut short", "Dt. pagto: 11/06/2024", paid},
		{"without vowels", "Vencto. 11/06/2024", due},
		{"in another sentence", "que se venceu no dia 11/06/2024 às 10h", due},
		{"no letters in common, but what the lexicon says", "Data-limite: 11/06/2024", due},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := m.Probabilities(typeName, around(t, page(t, tc.text), "11/06/2024"))
			for class := range p {
				if class != tc.want && p[class] >= p[tc.want] {
					t.Errorf("class %d has %.2f, class %d %.2f", class, p[class], tc.want, p[tc.want])
				}
			}
		})
	}
}

func TestAFileIsTheModelAndAReaderSaysTheSame(t *testing.T) {
	m := fitted(t)
	var file bytes.Buffer
	if err := m.Write(&file, []string{typeName}); err != nil {
		t.Fatal(err)
	}
	read, err := nearby.Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	x := page(t, "Vencto. 11/06/2024")
	want := m.Probabilities(typeName, around(t, x, "11/06/2024"))
	r := read.Of(x)
	for class := range none {
		got := r.Says([]int32{1}, class)
		if math.Abs(float64(got.Own-want[class])) > 0.1 || math.Abs(float64(got.None-want[none])) > 0.1 {
			t.Errorf("class %d: %+v, want %.2f", class, got, want)
		}
	}
}

func TestNobodySaysNothing(t *testing.T) {
	var m *nearby.Model
	x := page(t, "Vencto. 11/06/2024")
	if got := m.Of(x).Says([]int32{1}, due); got != (nearby.Said{}) {
		t.Errorf("no model says %+v", got)
	}
	if got := fitted(t).Of(x).Says(nil, due); got != (nearby.Said{}) {
		t.Errorf("of no words it says %+v", got)
	}
}
