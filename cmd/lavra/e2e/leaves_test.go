package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// sameLeaves compares every leaf of some results as the API and as ClickHouse give
// it: as text, as a number, and where it is money to the cent.
func (s *service) sameLeaves(ids []string) {
	s.t.Helper()
	type row struct{ Path, Kind, Value, Number, Money string }
	rows := map[string]map[string]row{}
	answer := s.sql("SELECT request_id, path AS Path, kind AS Kind, value AS Value, ifNull(toString(value_number), '') AS Number, ifNull(toString(value_money), '') AS Money" +
		" FROM fields WHERE request_id IN ('" + strings.Join(ids, "','") + "') FORMAT JSONEachRow")
	for line := range strings.Lines(answer) {
		var r struct {
			RequestID string `json:"request_id"`
			row
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			s.t.Fatal(err)
		}
		if rows[r.RequestID] == nil {
			rows[r.RequestID] = map[string]row{}
		}
		rows[r.RequestID][r.Path] = r.row
	}
	leaves, amounts := 0, 0
	for _, id := range ids {
		told := s.leaves(id)
		for _, path := range slices.Sorted(maps.Keys(told)) {
			want, r := told[path], rows[id][path]
			delete(rows[id], path)
			leaves++
			number, isNumber := want.(json.Number)
			switch {
			case r.Path == "":
				s.t.Errorf("%s of %s is not in ClickHouse", path, id)
			case isNumber && !sameNumber(string(number), r.Number, 1e-9), !isNumber && want != nil && fmt.Sprint(want) != r.Value, want == nil && r.Value != "":
				s.t.Errorf("%s of %s is %v, in ClickHouse %q, %q", path, id, want, r.Value, r.Number)
			case isNumber && r.Kind == "money":
				if amounts++; !sameNumber(string(number), r.Money, 0.005) {
					s.t.Errorf("%s of %s is %v, in ClickHouse exactly %q", path, id, want, r.Money)
				}
			}
		}
		for path := range rows[id] {
			s.t.Errorf("%s of %s is in ClickHouse alone", path, id)
		}
	}
	if leaves < 5*len(ids) || amounts == 0 {
		s.t.Errorf("only %d leaves, %d of them money, were compared", leaves, amounts)
	}
	s.t.Logf("%d leaves, %d of them money", leaves, amounts)
}

func sameNumber(a, b string, within float64) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && max(x-y, y-x) <= within
}

// leaves are those of a result by their paths, numbers as they are written.
func (s *service) leaves(id string) map[string]any {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+"/extract/"+id, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		s.t.Fatalf("%d %v", resp.StatusCode, err)
	}
	var record struct {
		Payload struct {
			Fields map[string]struct{ Value any }
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&record); err != nil {
		s.t.Fatal(err)
	}
	found := map[string]any{}
	for name, field := range record.Payload.Fields {
		list, isList := field.Value.([]any)
		if !isList {
			found["fields."+name] = field.Value
		}
		for i, cells := range list {
			for column, value := range cells.(object) {
				found[fmt.Sprintf("fields.%s[%d].%s", name, i, column)] = value
			}
		}
	}
	return found
}
