// Package assign chooses the values of all fields of a document at once.
//
// In come candidates with the log odds that each is right, and constraints between the
// values of fields; out goes one candidate or none for each field, so that the sum of log
// odds is as high as a bounded search finds it. No two fields get the same words but where
// one may share them. Nothing is read, weighed or changed here: who proposes candidates and
// how likely each is are the caller's business. The same problem has the same solution.
package assign

import (
	"slices"
	"sort"
)

// Candidate is one possible value of a field.
type Candidate struct {
	Field   int
	Words   []int32 // where it stands; none: it takes no words from others
	LogOdds float64 // that it is right, over that the field has no value; below 0 none is better
}

// Constraint is what must hold between the values of some fields.
type Constraint interface {
	// Fields are those that it looks at.
	Fields() []int
	// LogOdds is what the candidates chosen, by field and -1 for none, gain or lose by it.
	LogOdds(chosen []int) float64
}

// Problem is a document's candidates and what must hold between them.
type Problem struct {
	Fields      int
	Words       int
	Share       []bool // by field: it may stand on words of other fields
	Candidates  []Candidate
	Constraints []Constraint
}

// Bounds of the search: it costs at most passes * fields * alternatives moves.
const (
	passes       = 4
	alternatives = 6  // candidates of a field that are tried, the best first
	leastOdds    = -4 // log odds from which constraints may speak for a candidate that is rather wrong
)

// None is the choice of a field without a value.
const None = -1

// Solve gives the candidate chosen for each field, by its index, or None.
func Solve(p Problem) []int {
	s := newSearch(p)
	s.greedy()
	for range passes {
		if !s.improve() && !s.drop() {
			break
		}
	}
	return s.chosen
}

// search is the work on one problem.
type search struct {
	Problem
	order   [][]int // candidates by field, the best first
	touch   [][]int // constraints by field
	chosen  []int
	owner   []int32 // by word: 1 + the field that has it
	evicted []int   // fields that a move has changed
	before  []int   // what was chosen before the move
}

func newSearch(p Problem) *search {
	s := &search{Problem: p, order: make([][]int, p.Fields), touch: make([][]int, p.Fields), chosen: make([]int, p.Fields),
		before: make([]int, p.Fields), owner: make([]int32, p.Words)}
	for i, c := range p.Candidates {
		if c.LogOdds > leastOdds {
			s.order[c.Field] = append(s.order[c.Field], i)
		}
	}
	for f := range s.order {
		sort.SliceStable(s.order[f], func(a, b int) bool {
			return p.Candidates[s.order[f][a]].LogOdds > p.Candidates[s.order[f][b]].LogOdds
		})
		s.chosen[f] = None
	}
	for k, c := range p.Constraints {
		for _, f := range c.Fields() {
			s.touch[f] = append(s.touch[f], k)
		}
	}
	return s
}

// greedy gives out the likeliest candidates first.
func (s *search) greedy() {
	var all []int
	for _, order := range s.order {
		all = append(all, order...)
	}
	sort.SliceStable(all, func(a, b int) bool { return s.Candidates[all[a]].LogOdds > s.Candidates[all[b]].LogOdds })
	for _, i := range all {
		if s.Candidates[i].LogOdds <= 0 {
			break
		}
		if f := s.Candidates[i].Field; s.chosen[f] == None && s.free(i) {
			s.take(i)
		}
	}
}

// free reports whether no other field has words of a candidate.
func (s *search) free(i int) bool {
	c := &s.Candidates[i]
	if s.Share[c.Field] {
		return true
	}
	for _, w := range c.Words {
		if s.owner[w] != 0 && s.owner[w] != int32(c.Field+1) {
			return false
		}
	}
	return true
}

func (s *search) take(i int) {
	c := &s.Candidates[i]
	s.chosen[c.Field] = i
	if !s.Share[c.Field] {
		for _, w := range c.Words {
			s.owner[w] = int32(c.Field + 1)
		}
	}
}

func (s *search) leave(field int) {
	if i := s.chosen[field]; i != None && !s.Share[field] {
		for _, w := range s.Candidates[i].Words {
			s.owner[w] = 0
		}
	}
	s.chosen[field] = None
}

// improve tries every other candidate of every field, and reports whether something
// became better.
func (s *search) improve() bool {
	better := false
	for f, order := range s.order {
		for k, i := range order {
			if k == alternatives || s.Candidates[i].LogOdds <= 0 && len(s.touch[f]) == 0 {
				break
			}
			if i != s.chosen[f] && s.move(f, i) {
				better = true
			}
		}
	}
	return better
}

// drop tries to leave fields without a value that constraints speak against. It comes
// after improve: what another value puts right is not to be dropped.
func (s *search) drop() bool {
	better := false
	for f, i := range s.chosen {
		if i != None && len(s.touch[f]) > 0 && s.move(f, None) {
			better = true
		}
	}
	return better
}

const epsilon = 1e-9 // what a move must gain, so that rounding moves nothing

// move gives field f candidate i; whoever loses words by it takes the next best. It
// is taken back where that gains nothing.
func (s *search) move(f, i int) bool {
	copy(s.before, s.chosen)
	s.evicted = append(s.evicted[:0], f)
	s.leave(f)
	if i != None {
		if !s.Share[f] {
			for _, w := range s.Candidates[i].Words {
				if o := s.owner[w]; o != 0 {
					s.evicted = append(s.evicted, int(o-1))
					s.leave(int(o - 1))
				}
			}
		}
		s.take(i)
	}
	s.fill(f)
	if s.gain() > epsilon {
		return true
	}
	for _, g := range s.evicted {
		s.leave(g)
	}
	for _, g := range s.evicted {
		if s.before[g] != None {
			s.take(s.before[g])
		}
	}
	return false
}

// fill gives the fields without a value, but field f, the best that is free.
func (s *search) fill(f int) {
	for g, order := range s.order {
		if g == f || s.chosen[g] != None {
			continue
		}
		for k, j := range order {
			if k > 2*alternatives || s.Candidates[j].LogOdds <= 0 {
				break
			}
			if !s.free(j) {
				continue
			}
			s.take(j)
			if s.before[g] == None {
				s.evicted = append(s.evicted, g)
			}
			break
		}
	}
}

// gain is how much better what is chosen is than what was before the move.
func (s *search) gain() float64 {
	var sum float64
	var done []int
	for _, g := range s.evicted {
		sum += s.logOdds(s.chosen[g]) - s.logOdds(s.before[g])
		for _, k := range s.touch[g] {
			if !slices.Contains(done, k) {
				done = append(done, k)
				sum += s.Constraints[k].LogOdds(s.chosen) - s.Constraints[k].LogOdds(s.before)
			}
		}
	}
	return sum
}

func (s *search) logOdds(i int) float64 {
	if i == None {
		return 0
	}
	return s.Candidates[i].LogOdds
}
