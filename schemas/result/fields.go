package result

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"lavra.dev/schemas/event"
)

// renderFields writes the fields and the heatmap of a result, which keep their
// order. It appends rather than reflects: of a result with 27 fields that takes
// a third of the time, and there are as many of these as there are documents.
func renderFields(all []event.Field) (fields, heatmap json.RawMessage, err error) {
	size := 2
	for i := range all {
		size += len(all[i].Name) + len(all[i].Value) + len(`"":{"value":,"confidence_score":0.1234,"error":null},`)
	}
	fields, heatmap = append(make([]byte, 0, size), '{'), append(make([]byte, 0, size), '{')
	for i := range all {
		f := &all[i]
		// What is no JSON by itself might be together with what stands around it.
		if !json.Valid([]byte(f.Value)) {
			return nil, nil, errors.New("rendering result: the value of a field is not JSON")
		}
		if i > 0 {
			fields, heatmap = append(fields, ','), append(heatmap, ',')
		}
		score := round(f.Confidence, 4)
		fields = append(appendString(fields, f.Name), `:{"value":`...)
		fields = append(append(fields, f.Value...), `,"confidence_score":`...)
		if fields, err = appendNumber(fields, score); err != nil {
			return nil, nil, err
		}
		fields = append(fields, `,"error":`...)
		if f.Error != nil {
			fields = appendString(fields, *f.Error)
		} else {
			fields = append(fields, "null"...)
		}
		fields = append(fields, '}')
		if heatmap, err = appendNumber(append(appendString(heatmap, f.Name), ':'), math.Round(100*score)); err != nil { // of the score as it is shown
			return nil, nil, err
		}
	}
	return append(fields, '}'), append(heatmap, '}'), nil
}

// appendString writes a string as encoding/json does.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			escaped, _ := encode(s) // of a string it does not fail
			return append(b, escaped...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// appendNumber writes a number as encoding/json does; neither does it write what is none.
func appendNumber(b []byte, v float64) ([]byte, error) {
	if size := math.Abs(v); size == 0 || size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(b, v, 'f', -1, 64), nil
	}
	number, err := encode(v)
	return append(b, number...), err
}
