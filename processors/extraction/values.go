package extraction

import (
	"slices"
	"sort"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// readValues proposes the values of enum and bool fields by the phrases that mean
// them, anywhere on the document, where the field has no labels of its own.
func (x *extractor) readValues() {
	type tally struct {
		value  string
		letter int
		tokens []int32
	}
	found := map[int][]tally{}
	for _, h := range x.plan.values.Find(x.sheet) {
		m := x.plan.meanings[h.ID]
		if f := x.plan.typ.Fields[m.field]; len(f.Labels) > 0 || x.unticked(int32(h.First)) {
			continue
		}
		at := -1
		for k, t := range found[m.field] {
			if t.value == m.value {
				at = k
			}
		}
		if at < 0 {
			at = len(found[m.field])
			found[m.field] = append(found[m.field], tally{value: m.value, tokens: x.between(h.First, h.Last).Index})
		}
		found[m.field][at].letter += h.Length
		if cell := x.sheet.Cells[x.sheet.Tokens[h.First].Cell]; cell.First == h.First && cell.Past == h.Last+1 {
			found[m.field][at].letter += 2 * h.Length // a heading says what it is
		}
	}
	fields := make([]int, 0, len(found))
	for f := range found {
		fields = append(fields, f)
	}
	sort.Ints(fields)
	for _, f := range fields {
		all := found[f]
		sort.SliceStable(all, func(i, j int) bool { return all[i].letter > all[j].letter })
		score := 0.9
		if len(all) > 1 {
			score = 0.5 + 0.4*float64(all[0].letter-all[1].letter)/float64(all[0].letter)
		}
		x.propose(candidate{field: f, tokens: all[0].tokens, value: all[0].value, score: score, how: fromWords})
	}
}

// proposeMeaning proposes what the words of a region mean to an enum or bool.
func (x *extractor) proposeMeaning(field int, g region, score float64) {
	f := x.plan.typ.Fields[field]
	g.run = x.allOptions(g.run)
	values := make([]string, 0, len(f.Values))
	for v := range f.Values {
		values = append(values, v)
	}
	sort.Strings(values)
	best, bestLen, at := "", 0, 0
	for _, v := range values {
		for _, text := range f.Values[v] {
			folded := layout.Fold(text)
			for i := range g.run.Len() {
				if len(folded) > bestLen && g.run.Token(i).Fold != "" && !x.unticked(g.run.Index[i]) && g.run.Begins(i, folded) {
					best, bestLen, at = v, len(folded), i
				}
			}
		}
	}
	if best == "" {
		for i := range g.run.Len() { // the value itself as printed: M, F, SP
			for _, v := range f.Enum {
				if g.run.Token(i).Fold == layout.Fold(v) && !x.unticked(g.run.Index[i]) {
					best, at = v, i
				}
			}
			if best != "" {
				break
			}
		}
	}
	if best != "" {
		x.propose(candidate{field: field, tokens: g.run.Index[at : at+1], value: best, score: score, how: fromLabel, place: g.place})
	}
}

// readKnown proposes the names that the entry knows, such as those of banks, where
// they stand as a short line of their own.
func (x *extractor) readKnown() {
	hits := x.plan.known.Find(x.sheet)
	for _, h := range hits {
		if slices.ContainsFunc(hits, func(o phrase.Hit) bool { return o.First < h.First && o.Last >= h.Last && o.Length > h.Length }) {
			continue // "Bradesco" of "Banco Bradesco"
		}
		cell := x.sheet.Cells[x.sheet.Tokens[h.First].Cell]
		if x.sheet.Tokens[h.Last].Cell != x.sheet.Tokens[h.First].Cell {
			continue
		}
		run, score := x.between(h.First, h.Last), 0.55
		if cell.First == h.First && (cell.Past-cell.First <= h.Last-h.First+4 || x.endsAsCompany(cell)) {
			run, score = x.between(cell.First, cell.Past-1), 0.7
		}
		if last := x.legalName(h.Last, cell); last > h.Last && run.Len() == h.Last-h.First+1 {
			run, score = x.between(h.First, last), 0.6
			if cell.First == h.First {
				score = 0.75
			}
		}
		score += 0.1 * min(float64(run.Len()), 4) / 4 // the full name before the short one
		first, last := run.Trim(0, run.Len()-1)
		for i := first; i < last; i++ {
			if strings.HasSuffix(run.Token(i).Text, ":") { // "Banco: Itaú" is a label and a name
				first = i + 1
			}
		}
		for i := h.Last - h.First + 1; i <= last; i++ { // the code after a name is not of it
			if layout.HasFigure(run.Token(i).Text) {
				last = i - 1
				break
			}
		}
		field, name := x.plan.knownOf[h.ID], shape.Clean(run.Text(first, last))
		x.propose(candidate{field: field, tokens: run.Index[first : last+1], value: name, score: score, how: fromWords})
	}
}

// legalName is the last word of the full name of a company that goes on behind a known
// part of it to its legal form: "BANCO DO NORDESTE DO BRASIL S.A.". Without one it is
// the last of that part.
func (x *extractor) legalName(last int, cell layout.Cell) int {
	for i := last + 1; i < min(cell.Past, last+1+legalWords); i++ {
		t := &x.sheet.Tokens[i]
		if layout.HasFigure(t.Text) || t.Dash() || strings.HasSuffix(t.Text, ":") || strings.HasSuffix(t.Text, ",") {
			return last
		}
		if pattern.EndsCompany(t.Fold) || t.Fold == "a" && x.sheet.Tokens[i-1].Fold == "s" {
			return i
		}
	}
	return last
}

const legalWords = 6 // words from the known part of a name to its legal form, at most

// endsAsCompany tells whether a line is the full name of a company to its legal form.
func (x *extractor) endsAsCompany(cell layout.Cell) bool {
	switch x.sheet.Tokens[cell.Past-1].Fold {
	case "sa", "ltda":
		return cell.Past-cell.First <= 14
	}
	return false
}

// selfEvident are the kinds that need no label: their length and check digits say
// what they are.
func selfEvident(k catalogue.Kind) bool {
	switch k {
	case catalogue.NFeKey, catalogue.PaymentLine, catalogue.Registry, catalogue.Lawsuit, catalogue.VIN:
		return true
	}
	return false
}

// soleEvident tells whether a value needs no label because its check digits are
// right and no other field of the type could have it.
func (x *extractor) soleEvident(f catalogue.Field) bool {
	switch f.Kind {
	case catalogue.CPF, catalogue.CNPJ, catalogue.CPFCNPJ, catalogue.RENAVAM, catalogue.Plate:
	default:
		return false
	}
	if !f.Required {
		return false
	}
	alike := func(o catalogue.Field) bool {
		return o.Name != f.Name && (o.Kind == f.Kind || taxNumber(o.Kind) && taxNumber(f.Kind) && (o.Kind == catalogue.CPFCNPJ || f.Kind == catalogue.CPFCNPJ))
	}
	return !slices.ContainsFunc(x.plan.typ.Fields, func(o catalogue.Field) bool { return alike(o) || slices.ContainsFunc(o.Columns, alike) })
}

func taxNumber(k catalogue.Kind) bool {
	return k == catalogue.CPF || k == catalogue.CNPJ || k == catalogue.CPFCNPJ
}

// readAnywhere proposes self-evident values wherever they stand.
func (x *extractor) readAnywhere() {
	for i, f := range x.plan.typ.Fields {
		sole := x.soleEvident(f)
		if !selfEvident(f.Kind) && !sole {
			continue
		}
		if !sole {
			x.readBroken(i, f)
		}
		for r := range x.sheet.Rows {
			run := x.rowRun(r)
			for _, v := range recognise.All(f.Kind, run) {
				score := 0.9 * v.Score
				if sole && (!v.Checked || v.Repaired) {
					continue
				} else if sole {
					score = 0.5
				} else if !v.Checked {
					score *= 0.6
				}
				x.propose(candidate{field: i, tokens: run.Index[v.First : v.Last+1], value: v.Text, score: score, checked: v.Checked, repaired: v.Repaired, how: fromForm})
			}
		}
	}
}

func (x *extractor) rowRun(r int) recognise.Run {
	var index []int32
	for _, c := range x.sheet.Rows[r].Cells {
		cell := &x.sheet.Cells[c]
		for i := cell.First; i < cell.Past; i++ {
			index = append(index, int32(i))
		}
	}
	return x.run(index)
}

// readBarcodes proposes what the bars say. It is read by other means than the
// words, so agreement is the best witness there is.
func (x *extractor) readBarcodes() {
	for i, f := range x.plan.typ.Fields {
		for _, page := range x.doc.Pages {
			for _, b := range page.Barcodes {
				if value, ok := fromBars(f.Kind, b.Text); ok {
					x.propose(candidate{field: i, value: value, score: 0.8, checked: true, how: fromBarcode})
				}
			}
		}
	}
}

func fromBars(kind catalogue.Kind, text string) (string, bool) {
	switch kind {
	case catalogue.Barcode:
		return text, checkdigit.Barcode(text)
	case catalogue.PaymentLine:
		if checkdigit.Barcode(text) {
			return checkdigit.BarcodeToLine(text)
		}
	case catalogue.NFeKey:
		return text, checkdigit.NFeKey(text)
	}
	return "", false
}
