package sink

import (
	"testing"

	"lavra.dev/schemas/catalogue"
)

func TestTheTextOfAValueIsTheSameWithAndWithoutTheShortWay(t *testing.T) {
	for scalar, want := range map[string]string{
		`"São Paulo"`:      "São Paulo",
		`""`:               "",
		`"a \"b\" \u00e9"`: `a "b" é`,
		"\"\xff\"":         "\ufffd",   // as encoding/json reads it
		"\"a\nb\"":         "\"a\nb\"", // no JSON: kept as it is
		`"a"b"`:            `"a"b"`,
		`"`:                `"`,
		`12.50`:            "12.50",
		`null`:             "",
		`true`:             "true",
	} {
		if got := valueOf(scalar, ""); got.text != want {
			t.Errorf("%q is %q, want %q", scalar, got.text, want)
		}
	}
	if got := valueOf(`"2026-03-01"`, catalogue.Date); got.date == nil || got.date.Day() != 1 {
		t.Errorf("the date is %v", got.date)
	}
}
