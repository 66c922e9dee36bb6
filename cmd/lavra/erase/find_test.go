package erase

import (
	"regexp"
	"testing"
)

func TestANumberIsFoundAsPeopleWriteIt(t *testing.T) {
	for _, c := range []struct {
		given, text string
		found       bool
	}{
		{"123.456.789-09", "CPF: 123.456.789-09", true},
		{"12345678909", "123.456.789-09", true},
		{"12345678909", `"cpf": "12345678909"`, true},
		{"12345678909", "123 456 789 09.", true},
		{"12345678909", "123.456.789 - 09", true},
		{"12345678909", "123.456.789-08", false},
		{"12345678909", "chave 3512345678909123", false},
		{"12345678909", "9123.456.789-09", false},
		{"12.345.678/0001-95", "CNPJ 12.345.678/0001-95", true},
		{"12345678000195", "cnpj 12345678000195;", true},
		{"12.ABC.345/01DE-35", "12.ABC.345/01DE-35", true},
	} {
		number, err := NumberOf(c.given)
		if err != nil {
			t.Fatal(err)
		}
		if got := regexp.MustCompile(patternOf(number)).MatchString(c.text); got != c.found {
			t.Errorf("%s in %q: %v", c.given, c.text, got)
		}
	}
	for _, bad := range []string{"", "123", "123.456.789-0x", "1234567890912", "' OR 1 = 1 --", ".*........."} {
		if number, err := NumberOf(bad); err == nil {
			t.Errorf("%q is taken as %q", bad, number)
		}
	}
}
