package parties

import (
	"regexp"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/address"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// joinHouses gives streets the number and the complement that forms print in boxes of their own
// beside them, "Endereço", "Número" and "Complemento" over "RUA UM", "20" and "APTO 3", or behind labels of
// their own.
func (x *reader) joinHouses() {
	for i := range x.Found {
		c := &x.Found[i]
		if x.Type.Fields[c.Field].Is != "address" || c.How != candidate.FromLabel && c.How != candidate.FromForm || len(c.Tokens) == 0 || housed.MatchString(c.Text) {
			continue
		}
		last := c.Tokens[len(c.Tokens)-1]
		parts := x.houseLabels(last)
		for _, k := range x.houseBoxes(last) {
			parts = append(parts, x.CellRun(k))
		}
		for _, run := range parts {
			c.Tokens = append(slices.Clone(c.Tokens), run.Index...)
			c.Text += ", " + shape.Clean(run.Text(0, run.Len()-1))
		}
	}
}

// houseLabels are the values of the labels of a house that follow a street on its line and the next:
// "Endereço: RUA UM   Número: 20" over "Complemento: APTO 3".
func (x *reader) houseLabels(last int32) []recognise.Run {
	var out []recognise.Run
	street := x.Sheet.Tokens[last].Cell
	cells := slices.Clone(x.Sheet.Behind(street))
	if under := x.CellUnder(street); under >= 0 {
		cells = append(cells, x.Sheet.LineOf(under)...)
	}
	for _, c := range cells {
		s := x.LabelOn(x.Sheet.Cells[c].First)
		if s == nil {
			break
		}
		if !s.Colon || !x.namesHouse(s) {
			break
		}
		for _, g := range x.Around(s, catalogue.Field{Kind: catalogue.String, Lines: 2}) {
			if g.Place == catalogue.Right {
				out = append(out, g.Run)
				break
			}
		}
	}
	return out
}

// namesHouse reports whether a label says number or complement of a house and nothing else.
func (x *reader) namesHouse(s *labels.Label) bool {
	for i := s.First; i <= s.Last; i++ {
		if word := x.Sheet.Tokens[i].Fold; word != "" && !address.NamesHouse(word) {
			return false
		}
	}
	return true
}

// housed is an address that has its number: that of "Rua T-37" is the street's own.
var housed = regexp.MustCompile(`, *(nº|n\.)? *\d`)

// houseBoxes are the cells right of the last word of a street, from that with the number on, over
// which labels say that they hold parts of a house.
func (x *reader) houseBoxes(last int32) []int32 {
	beside := x.Sheet.Behind(x.Sheet.Tokens[last].Cell)
	n := 0
	for n < len(beside) && x.underHouseLabel(beside[n]) {
		n++
	}
	if n == 0 {
		return nil
	}
	number := x.CellRun(beside[0])
	for i := range number.Len() {
		if address.Numbers(number, i) {
			return beside[:n]
		}
	}
	return nil
}

// underHouseLabel reports whether what stands over a cell is what the parts of a house are called,
// and nothing else.
func (x *reader) underHouseLabel(c int32) bool {
	over := x.OverCell(c)
	if over < 0 || x.Sheet.Cells[over].Page != x.Sheet.Cells[c].Page {
		return false
	}
	for i := x.Sheet.Cells[over].First; i < x.Sheet.Cells[over].Past; i++ {
		if word := x.Sheet.Tokens[i].Fold; word == "" || layout.HasDigit(word) || !address.OfHouse(word) {
			return false
		}
	}
	return true
}
