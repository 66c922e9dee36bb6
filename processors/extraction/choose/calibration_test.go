package choose

import (
	"os"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/event"
)

func TestAValueIsLessSureAmongUnsureOnes(t *testing.T) {
	models, err := Read(os.DirFS("../models"))
	if err != nil {
		t.Fatal(err)
	}
	given := func(confidences ...float64) []event.Field {
		var out []event.Field
		for _, c := range confidences {
			out = append(out, event.Field{Leaves: []event.Leaf{{Path: "fields.valor", Confidence: c}}})
		}
		models.Calibration.apply(out, DoubtsOf(document.Document{}))
		return out
	}
	among, alone := given(0.99, 0.6, 0.7, 0.5), given(0.99, 0.999, 0.999, 0.998)
	if among[0].Confidence >= alone[0].Confidence {
		t.Errorf("%.3f among unsure values, %.3f among sure ones", among[0].Confidence, alone[0].Confidence)
	}
	for _, f := range append(among, given(0.31)...) {
		if f.Confidence != f.Leaves[0].Confidence || f.Confidence < 0.3 {
			t.Errorf("the field has %.3f, its value %.3f: below .3 none is given", f.Confidence, f.Leaves[0].Confidence)
		}
	}
	list := []event.Field{{Leaves: []event.Leaf{{Path: "fields.itens[0].total", Confidence: 0.4}, {Path: "fields.itens[0].nome", Confidence: 0.2}}}}
	if models.Calibration.apply(list, DoubtsOf(document.Document{})); list[0].Confidence != 0.3 {
		t.Errorf("a list has %.3f, not the mean of its cells", list[0].Confidence)
	}
}
