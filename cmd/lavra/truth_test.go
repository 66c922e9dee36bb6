package main

import (
	"encoding/json"
	"testing"

	"lavra.dev/schemas/event"
)

func TestTheTruthIsTheResultWithTheVerdictsInIt(t *testing.T) {
	c := event.Completed{
		Request: event.Request{File: event.File{Format: event.PDF}}, PageCount: 1, Detection: event.Detection{Type: new("NFE")},
		Extraction: event.Extraction{Fields: []event.Field{
			{Name: "numero", Value: `"12"`}, {Name: "serie", Value: `"1"`}, {Name: "valor_total", Value: "10.50"},
			{Name: "itens", Value: `[{"codigo":"A","quantidade":1},{"codigo":"B"}]`},
		}},
		Places: []event.Place{
			{Path: "fields.numero", Status: "resolved", Segments: []event.Segment{{Page: 1, Box: []float64{0.1, 0.2, 0.3, 0.4}}}},
			{Path: "fields.valor_total", Status: "resolved", Segments: []event.Segment{{Page: 1, Box: []float64{0, 0, 1, 1}}}},
			{Path: "fields.serie", Status: "unresolved"},
		},
	}
	verdicts := map[string]event.Correction{
		"fields.numero":          {Verdict: event.Right, Value: `"12"`},
		"fields.valor_total":     {Verdict: event.Corrected, Value: "10.05"},
		"fields.serie":           {Verdict: event.Absent, Value: "null"},
		"fields.itens[1].codigo": {Verdict: event.Corrected, Value: `"C"`},
		"fields.itens[9].codigo": {Verdict: event.Corrected, Value: `"of another run"`},
		"fields.chave_acesso":    {Verdict: event.Corrected, Value: `"x"`},
	}
	for name, want := range map[bool]string{
		false: `{"chave_acesso":"x","itens":[{"codigo":"A","quantidade":1},{"codigo":"C"}],"numero":"12","valor_total":10.05}`,
		true:  `{"chave_acesso":"x","itens":[{"codigo":"C"}],"numero":"12","valor_total":10.05}`,
	} {
		got, err := newTruth("a.pdf", c, verdicts, name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(got.Fields)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != want {
			t.Errorf("checked only %t:\ngot  %s\nwant %s", name, text, want)
		}
		if len(got.Boxes) != 1 || got.Boxes["fields.numero"][0].Width != 0.3 {
			t.Errorf("boxes %v", got.Boxes)
		}
		if len(got.Checked) != len(verdicts) {
			t.Errorf("checked %v", got.Checked)
		}
	}
}
