package recognise_test

import (
	"testing"

	"lavra.dev/processors/text/recognise"
)

func TestDays(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"05/03", "--03-05"}, {"5/mar", "--03-05"}, {"05 MAR", "--03-05"}, {"5 de março", "--03-05"}, {"1º de maio", "--05-01"},
		{"29/02", "--02-29"}, {"30/02", ""}, {"05/03/2024", ""}, {"13/13", ""}, {"5 reais", ""}, {"05", ""},
	} {
		v, ok := recognise.At(recognise.Day, run(c.text, false), 0)
		if ok != (c.want != "") || v.Text != c.want {
			t.Errorf("%q is read as %q, want %q", c.text, v.Text, c.want)
		}
	}
}

func TestDaysUpToADate(t *testing.T) {
	for _, c := range []struct{ day, until, want string }{
		{"--03-05", "2024-03-31", "2024-03-05"},
		{"--12-30", "2024-01-31", "2023-12-30"}, // a period over the turn of the year
		{"--02-29", "2023-03-01", "2020-02-29"},
		{"---05", "2024-03-31", "2024-03-05"}, {"---05", "2024-03-02", "2024-02-05"}, {"---31", "2024-02-29", "2024-01-31"}, {"---31", "2024-01-30", "2023-12-31"},
		{"--03-05", "", ""}, {"---05", "", ""}, {"2024-03-05", "2024-03-31", ""},
	} {
		if got, _ := recognise.UpTo(c.day, c.until); got != c.want {
			t.Errorf("%s up to %s is %q, want %q", c.day, c.until, got, c.want)
		}
	}
}
