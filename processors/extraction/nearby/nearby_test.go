package nearby_test

import (
	"strings"
	"testing"

	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/schemas/catalogue"
)

func TestAFileOfOtherFeaturesIsRefused(t *testing.T) {
	for name, text := range map[string]string{"none": "", "no header": "x\n", "other vectors": `{"Dims":3,"Zones":1,"Pieces":5}` + "\n"} {
		if _, err := nearby.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%s: read", name)
		}
	}
}

func TestClassesAreFieldsAndThenColumns(t *testing.T) {
	typ := catalogue.Type{Fields: []catalogue.Field{{Name: "a"}, {Name: "b", Columns: []catalogue.Field{{Name: "c"}, {Name: "d"}}}, {Name: "e", Columns: []catalogue.Field{{Name: "f"}}}}}
	if got := nearby.Column(typ, 1, 1); got != 4 {
		t.Errorf("b.d is class %d, want 4", got)
	}
	if got := nearby.Column(typ, 2, 0); got != 5 {
		t.Errorf("e.f is class %d, want 5", got)
	}
	if got := nearby.Classes(typ); got != 6 {
		t.Errorf("%d classes, want 6", got)
	}
}
