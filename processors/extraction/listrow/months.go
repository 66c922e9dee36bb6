package listrow

import (
	"strconv"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// shortMonth is the first month in figures whose year has two, "01/24", of the year that the document is
// about or one beside it: "01/06" of 2025 is the first of six.
func (x *Reader) shortMonth(r recognise.Run) (recognise.Value, bool) {
	v, ok := recognise.First(recognise.ShortMonth, r)
	if !ok {
		return v, false
	}
	about, err := strconv.Atoi(x.YearOf())
	short, other := strconv.Atoi(v.Text[1:3])
	if short += 2000; err != nil || other != nil || short < about-1 || short > about+1 {
		return v, false
	}
	v.Text = strconv.Itoa(short) + v.Text[3:]
	return v, true
}

// YearOf is the year that the document is about: the likeliest value of its year.
func (x *Reader) YearOf() string {
	for i, f := range x.Type.Fields {
		if best := x.BestOf(i); f.Kind == catalogue.Year && best != nil {
			return best.Text
		}
	}
	return ""
}
