package assign

import (
	"slices"
	"testing"
)

// sum wants the third field to be the first plus the second.
type sum struct{ values []int }

func (s sum) Fields() []int { return []int{0, 1, 2} }

func (s sum) LogOdds(chosen []int) float64 {
	if chosen[0] < 0 || chosen[1] < 0 || chosen[2] < 0 {
		return 0
	}
	if s.values[chosen[0]]+s.values[chosen[1]] == s.values[chosen[2]] {
		return 3
	}
	return -3
}

func TestSolve(t *testing.T) {
	for _, c := range []struct {
		name    string
		problem Problem
		want    []int
	}{
		{"the likeliest of each field", Problem{Fields: 2, Words: 3, Candidates: []Candidate{
			{Field: 0, Words: []int32{0}, LogOdds: 1}, {Field: 0, Words: []int32{1}, LogOdds: 2}, {Field: 1, Words: []int32{2}, LogOdds: 1},
		}}, []int{1, 2}},
		{"none where all are rather wrong", Problem{Fields: 1, Words: 1, Candidates: []Candidate{{Words: []int32{0}, LogOdds: -1}}}, []int{None}},
		{"one long value does not cost two others", Problem{Fields: 3, Words: 2, Candidates: []Candidate{
			{Field: 0, Words: []int32{0, 1}, LogOdds: 3}, {Field: 1, Words: []int32{0}, LogOdds: 2}, {Field: 2, Words: []int32{1}, LogOdds: 2},
		}}, []int{None, 1, 2}},
		{"two dates that were taken for each other", Problem{Fields: 2, Words: 2, Candidates: []Candidate{
			{Field: 0, Words: []int32{0}, LogOdds: 2}, {Field: 0, Words: []int32{1}, LogOdds: 1.9},
			{Field: 1, Words: []int32{0}, LogOdds: 1.9}, {Field: 1, Words: []int32{1}, LogOdds: 0.1},
		}}, []int{1, 2}},
		{"words may be shared", Problem{Fields: 2, Words: 1, Share: []bool{false, true}, Candidates: []Candidate{
			{Field: 0, Words: []int32{0}, LogOdds: 2}, {Field: 1, Words: []int32{0}, LogOdds: 1},
		}}, []int{0, 1}},
		{"a sum that comes out even", Problem{Fields: 3, Words: 4, Constraints: []Constraint{sum{[]int{10, 5, 10, 15}}}, Candidates: []Candidate{
			{Field: 0, Words: []int32{0}, LogOdds: 2}, {Field: 1, Words: []int32{1}, LogOdds: 2},
			{Field: 2, Words: []int32{2}, LogOdds: 2}, {Field: 2, Words: []int32{3}, LogOdds: 1},
		}}, []int{0, 1, 3}},
		{"a sum speaks for what is rather wrong alone", Problem{Fields: 3, Words: 4, Constraints: []Constraint{sum{[]int{10, 5, 10, 15}}}, Candidates: []Candidate{
			{Field: 0, Words: []int32{0}, LogOdds: 2}, {Field: 1, Words: []int32{1}, LogOdds: 2},
			{Field: 2, Words: []int32{2}, LogOdds: -1}, {Field: 2, Words: []int32{3}, LogOdds: -2},
		}}, []int{0, 1, 3}},
		{"not for what is surely wrong", Problem{Fields: 3, Words: 3, Constraints: []Constraint{sum{[]int{10, 5, 15}}}, Candidates: []Candidate{
			{Field: 0, Words: []int32{0}, LogOdds: 2}, {Field: 1, Words: []int32{1}, LogOdds: 2}, {Field: 2, Words: []int32{2}, LogOdds: -5},
		}}, []int{0, 1, None}},
	} {
		if c.problem.Share == nil {
			c.problem.Share = make([]bool, c.problem.Fields)
		}
		if got := Solve(c.problem); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
