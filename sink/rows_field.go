package sink

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

var fieldsTable = newTable("fields_raw",
	"request_id", "revision", "path", "version", "event_id", "account", "document_type", "accepted_at", "accepted_day", "completed_at",
	"name", "list_column", "row_index", "position", "kind", "value", "value_number", "value_date", "confidence", "witnesses",
	"check_digit", "error", "geometry_status", "page", "box_left", "box_top", "box_width", "box_height",
	"catalogue_version", "extractor_version")

// fieldRows makes one row per leaf of a result.
func fieldRows(c event.Completed, src source) []row {
	r, x := c.Request, c.Extraction
	documentType := text(c.Detection.Type)
	known, _ := catalogue.Lookup(documentType)
	places := make(map[string]*event.Place, len(c.Places))
	for i := range c.Places {
		places[c.Places[i].Path] = &c.Places[i]
	}
	var rows []row
	for _, f := range x.Fields {
		for _, leaf := range f.Leaves {
			column, index := cellOf(leaf.Path)
			kind := kindOf(known, f.Name, column)
			value := valueOf(leaf.Value, kind)
			at := placeOf(places[leaf.Path])
			rows = append(rows, row{fieldsTable, []any{
				r.ID, r.Revision, leaf.Path, version(0, 0, src.offset), c.EventID, r.Account, documentType, stamp(r.AcceptedAt), dayOf(r.ID, r.AcceptedAt), stamp(c.CompletedAt),
				f.Name, column, index, uint32(len(rows)), string(kind), value.text, value.number, value.date, leaf.Confidence, leaf.Witnesses,
				checkOf(kind, leaf), leaf.Error, at.status, at.page, at.left, at.top, at.width, at.height,
				x.CatalogueVersion, x.EngineVersion,
			}})
		}
	}
	return rows
}

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
	date   *time.Time
}

// valueOf reads a JSON scalar. What is no JSON is kept as it is.
func valueOf(scalar string, kind catalogue.Kind) typed {
	var v any
	if err := json.Unmarshal([]byte(scalar), &v); err != nil {
		return typed{text: scalar}
	}
	switch v := v.(type) {
	case nil:
		return typed{}
	case string:
		t := typed{text: v}
		if kind == catalogue.Date {
			if d, err := time.Parse(time.DateOnly, v); err == nil && d.Year() >= 1900 && d.Year() < 2300 {
				t.date = &d
			}
		}
		return t
	case float64:
		return typed{text: scalar, number: &v}
	}
	return typed{text: scalar}
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
// that has one.
type placing struct {
	status                   string
	page                     int32
	left, top, width, height *float64
}

func placeOf(p *event.Place) placing {
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
		width, height := right-left, bottom-top
		out.left, out.top, out.width, out.height = &left, &top, &width, &height
	}
	return out
}
