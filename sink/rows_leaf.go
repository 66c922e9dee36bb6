package sink

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

var leafColumns = []string{
	"leaves.path", "leaves.name", "leaves.list_column", "leaves.row_index", "leaves.kind", "leaves.value", "leaves.value_number", "leaves.value_money", "leaves.value_date",
	"leaves.confidence", "leaves.witnesses", "leaves.check_digit", "leaves.error", "leaves.geometry_status", "leaves.page",
	"leaves.box_left", "leaves.box_top", "leaves.box_width", "leaves.box_height",
}

// leaves are the leaves of a result, each column a list.
type leaves struct {
	paths, names, columns    []string
	rows                     []int32
	kinds, texts             []string
	numbers                  []*float64
	amounts                  []*decimal.Decimal
	dates                    []*time.Time
	confidences              []float64
	witnesses                [][]string
	checks                   []string
	errors                   []*string
	statuses                 []string
	pages                    []int32
	left, top, width, height []*float64

	invalid      []string // names of the fields with an error
	duplicateKey string
}

// appendTo adds the lists in the order of leafColumns.
func (l *leaves) appendTo(values []any) []any {
	return append(values, l.paths, l.names, l.columns, l.rows, l.kinds, l.texts, l.numbers, l.amounts, l.dates,
		l.confidences, l.witnesses, l.checks, l.errors, l.statuses, l.pages, l.left, l.top, l.width, l.height)
}

// leavesOf takes a result apart.
func leavesOf(c event.Completed) *leaves {
	known, _ := catalogue.Lookup(text(c.Detection.Type))
	places := make(map[string]*event.Place, len(c.Places))
	for i := range c.Places {
		places[c.Places[i].Path] = &c.Places[i]
	}
	count := 0
	for i := range c.Extraction.Fields {
		count += len(c.Extraction.Fields[i].Leaves)
	}
	l := newLeaves(count)
	boxes := make([][4]float64, count) // of all at once: the store's columns point into them
	for _, f := range c.Extraction.Fields {
		bad := f.Error != nil
		for _, leaf := range f.Leaves {
			l.add(known, f.Name, leaf, placeOf(places[leaf.Path], &boxes[len(l.paths)]))
			bad = bad || leaf.Error != nil
		}
		if bad {
			l.invalid = append(l.invalid, f.Name)
		}
	}
	return l
}

// newLeaves has room for as many, so that no list grows by copying.
func newLeaves(count int) *leaves {
	texts := func() []string { return make([]string, 0, count) }
	numbers := func() []*float64 { return make([]*float64, 0, count) }
	return &leaves{
		paths: texts(), names: texts(), columns: texts(), rows: make([]int32, 0, count), kinds: texts(), texts: texts(),
		numbers: numbers(), amounts: make([]*decimal.Decimal, 0, count), dates: make([]*time.Time, 0, count),
		confidences: make([]float64, 0, count), witnesses: make([][]string, 0, count), checks: texts(), errors: make([]*string, 0, count),
		statuses: texts(), pages: make([]int32, 0, count), left: numbers(), top: numbers(), width: numbers(), height: numbers(),
	}
}

func (l *leaves) add(known catalogue.Type, name string, leaf event.Leaf, at placing) {
	column, index := cellOf(leaf.Path)
	kind := kindOf(known, name, column)
	value := valueOf(leaf.Value, kind)
	if l.duplicateKey == "" && index < 0 && leaf.Error == nil && slices.Contains(namingKinds, kind) {
		l.duplicateKey = value.text
	}
	l.paths, l.names, l.columns, l.rows = append(l.paths, leaf.Path), append(l.names, name), append(l.columns, column), append(l.rows, index)
	l.kinds, l.texts, l.numbers, l.amounts = append(l.kinds, string(kind)), append(l.texts, value.text), append(l.numbers, value.number), append(l.amounts, value.amount)
	l.dates, l.confidences, l.witnesses = append(l.dates, value.date), append(l.confidences, leaf.Confidence), append(l.witnesses, leaf.Witnesses)
	l.checks, l.errors = append(l.checks, checkOf(kind, leaf)), append(l.errors, leaf.Error)
	l.statuses, l.pages = append(l.statuses, at.status), append(l.pages, at.page)
	l.left, l.top, l.width, l.height = append(l.left, at.left), append(l.top, at.top), append(l.width, at.width), append(l.height, at.height)
}

// namingKinds are the value forms that name a document, whoever scans it how often.
var namingKinds = []catalogue.Kind{catalogue.NFeKey, catalogue.PaymentLine, catalogue.Registry}

// cellOf takes the column and the row out of fields.itens[2].ncm; a path that
// is no cell of a list has none.
func cellOf(path string) (column string, index int32) {
	before, after, found := strings.Cut(path, "[")
	if !found || before == "" {
		return "", -1
	}
	number, rest, found := strings.Cut(after, "]")
	n, err := strconv.ParseInt(number, 10, 32)
	if !found || err != nil || n < 0 {
		return "", -1
	}
	return strings.TrimPrefix(rest, "."), int32(n)
}

func kindOf(t catalogue.Type, name, column string) catalogue.Kind {
	field, ok := t.Field(name)
	if !ok {
		return ""
	}
	if column == "" {
		return field.Kind
	}
	for _, c := range field.Columns {
		if c.Name == column {
			return c.Kind
		}
	}
	return ""
}

// typed is a value in the forms that can be queried.
type typed struct {
	text   string
	number *float64
	amount *decimal.Decimal
	date   *time.Time
}

// valueOf reads a JSON scalar. What is no JSON is kept as it is.
func valueOf(scalar string, kind catalogue.Kind) typed {
	if s, ok := plainString(scalar); ok {
		return textOf(s, kind)
	}
	var v any
	if err := json.Unmarshal([]byte(scalar), &v); err != nil {
		return typed{text: scalar}
	}
	switch v := v.(type) {
	case nil:
		return typed{}
	case string:
		return textOf(v, kind)
	case float64:
		t := typed{text: scalar, number: &v}
		if kind == catalogue.Money {
			t.amount = amountOf(scalar)
		}
		return t
	}
	return typed{text: scalar}
}

// plainString is the string of a JSON scalar that has nothing to be unescaped,
// which nearly all are: no decoder is set up for those.
func plainString(scalar string) (string, bool) {
	if len(scalar) < 2 || scalar[0] != '"' || scalar[len(scalar)-1] != '"' {
		return "", false
	}
	s := scalar[1 : len(scalar)-1]
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			return "", false
		}
	}
	return s, utf8.ValidString(s)
}

func textOf(s string, kind catalogue.Kind) typed {
	t := typed{text: s}
	if kind == catalogue.Date {
		if d, err := time.Parse(time.DateOnly, s); err == nil && d.Year() >= 1900 && d.Year() < 2300 {
			t.date = &d
		}
	}
	return t
}

// amountBound is what Decimal(18, 2) holds: sixteen digits before the point.
var amountBound = decimal.New(1, 16)

// amountOf is the number as it is written, in cents; none where a column cannot hold it.
func amountOf(scalar string) *decimal.Decimal {
	d, err := decimal.NewFromString(strings.TrimSpace(scalar))
	if err != nil {
		return nil
	}
	if d = d.Round(2); d.Abs().GreaterThanOrEqual(amountBound) {
		return nil
	}
	return &d
}

// checked are the value forms with check digits.
var checked = map[catalogue.Kind]bool{
	catalogue.CPF: true, catalogue.CNPJ: true, catalogue.CPFCNPJ: true, catalogue.PIS: true, catalogue.RENAVAM: true,
	catalogue.NFeKey: true, catalogue.Barcode: true, catalogue.PaymentLine: true, catalogue.Registry: true, catalogue.Lawsuit: true,
}

func checkOf(kind catalogue.Kind, leaf event.Leaf) string {
	switch {
	case !checked[kind]:
		return "none"
	case leaf.Error != nil:
		return "failed"
	}
	return "passed"
}

// placing is where a leaf stands: the box of its segments on the first page
// that has one, kept where the caller says.
type placing struct {
	status                   string
	page                     int32
	left, top, width, height *float64
}

func placeOf(p *event.Place, box *[4]float64) placing {
	if p == nil {
		return placing{status: "not_indexed"}
	}
	out := placing{status: p.Status}
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, s := range p.Segments {
		if len(s.Box) != 4 || out.page != 0 && s.Page != out.page {
			continue
		}
		out.page = s.Page
		left, top = min(left, s.Box[0]), min(top, s.Box[1])
		right, bottom = max(right, s.Box[0]+s.Box[2]), max(bottom, s.Box[1]+s.Box[3])
	}
	if out.page != 0 {
		*box = [4]float64{left, top, right - left, bottom - top}
		out.left, out.top, out.width, out.height = &box[0], &box[1], &box[2], &box[3]
	}
	return out
}
