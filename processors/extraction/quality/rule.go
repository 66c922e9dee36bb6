package quality

import (
	"fmt"
	"math"
	"slices"
	"time"

	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/portuguese"
	"lavra.dev/schemas/catalogue"
)

// rule compares values of one document. Where they agree it supports them, where
// they do not it says so; where one is missing it is silent.
type rule interface{ apply(*assessment) }

// custom is a rule of its own making.
type custom func(*assessment)

func (c custom) apply(a *assessment) { c(a) }

// total holds where a field equals the sum of others. Optional parts count as zero
// where they were not read, and then a difference proves nothing.
type total struct {
	field    string
	plus     []string
	minus    []string
	optional []string // among plus and minus
	by       string   // the sum in words, with its contraction: "do total de vencimentos menos os descontos"
	quiet    bool     // a difference has honest reasons: support only
	floor    bool     // the field may honestly be more than its parts
}

func (r total) apply(a *assessment) {
	want, ok := a.cents(r.field)
	if !ok {
		return
	}
	sum, paths, complete := int64(0), []string{single(r.field)}, true
	add := func(names []string, sign int64) bool {
		for _, name := range names {
			part, ok := a.cents(name)
			if !ok && !slices.Contains(r.optional, name) {
				return false
			}
			complete = complete && ok
			sum += sign * abs(part)
			paths = append(paths, single(name))
		}
		return true
	}
	if !add(r.plus, 1) || !add(r.minus, -1) {
		return
	}
	a.settle(want, sum, len(paths), paths, complete && !r.quiet && !(r.floor && want > sum), func() string {
		l := a.label(r.field)
		return fmt.Sprintf("%s (%s) %s %s (%s).", l.opening(), portuguese.Money(want), l.verb("difere", "diferem"), r.by, portuguese.Money(sum))
	})
}

// listTotal holds where a field equals the sum of a column.
type listTotal struct {
	field, list, column string
	only                int  // 1: positive cells only, -1: negative ones, by amount
	sparse              bool // rows without the cell are normal
	quiet               bool
}

func (r listTotal) apply(a *assessment) {
	want, ok := a.cents(r.field)
	rows := a.list(r.list)
	if !ok || len(rows) == 0 {
		return
	}
	sum, paths, complete := int64(0), []string{single(r.field)}, true
	for i, row := range rows {
		part, ok := row.cents(r.column)
		complete = complete && (ok || r.sparse)
		if r.only != 0 {
			part = max(0, part*int64(r.only))
		}
		if !ok || part == 0 && r.only != 0 {
			continue
		}
		sum += part
		paths = append(paths, cell(r.list, i, r.column))
	}
	if len(paths) == 1 {
		return
	}
	if r.only != 0 {
		want = abs(want)
	}
	a.settle(want, sum, 1, paths, complete && !r.quiet, func() string {
		l := a.label(r.field)
		return fmt.Sprintf("%s (%s) %s da soma %s (%s).", l.opening(), portuguese.Money(want), l.verb("difere", "diferem"), a.label(r.list).of(), portuguese.Money(sum))
	})
}

// settle supports the values of a sum that comes out even, to a centavo a part, and
// else says why not.
func (a *assessment) settle(want, sum int64, slack int, paths []string, loud bool, text func() string) {
	if abs(want-sum) <= int64(slack) {
		if want != 0 { // zeros add up whatever was misread
			for _, path := range paths {
				a.support(path, WitnessSum)
			}
		}
		return
	}
	if !loud {
		return
	}
	for _, path := range paths {
		a.contradict(path, afterSumOnScan, afterSumInText)
	}
	if leaf := a.leaves[paths[0]]; leaf != nil && leaf.Confidence > contradicted {
		a.setConfidence(leaf, contradicted)
	}
	a.doubt(text())
}

// product supports the rows of a list in which two columns multiply to a third.
// Prices are printed rounded, so a difference proves nothing.
type product struct {
	list, a, b, result string
	scale              float64 // 0.01 where b is a percentage
}

func (r product) apply(a *assessment) {
	for i, row := range a.list(r.list) {
		x, okX := row.number(r.a)
		y, okY := row.number(r.b)
		z, okZ := row.number(r.result)
		if !okX || !okY || !okZ || z == 0 {
			continue
		}
		if difference := x*y*r.scale - z; math.Abs(difference) < check.Cent {
			for _, column := range []string{r.a, r.b, r.result} {
				a.support(cell(r.list, i, column), WitnessSum)
			}
		}
	}
}

// ordered holds where the first date is not after the second.
type ordered struct{ first, second string }

func (r ordered) apply(a *assessment) {
	first, okFirst := a.day(r.first)
	second, okSecond := a.day(r.second)
	if okFirst && okSecond && first.After(second) {
		a.doubt(fmt.Sprintf("%s (%s) é posterior %s (%s).", a.label(r.first).opening(), date(first), a.label(r.second).to(), date(second)))
	}
}

// past holds where a date is not in the future. One day is forgiven: the clocks of
// client and service may stand on either side of midnight.
type past []string

func (r past) apply(a *assessment) {
	if a.opts.ReceivedAt.IsZero() {
		return
	}
	for _, name := range r {
		if t, ok := a.day(name); ok && t.After(a.opts.ReceivedAt.AddDate(0, 0, 1)) {
			a.doubt(fmt.Sprintf("%s (%s) está no futuro.", a.label(name).opening(), date(t)))
		}
	}
}

// expiry notes a document that was no longer valid when it came in.
type expiry struct{ field string }

func (r expiry) apply(a *assessment) {
	t, ok := a.day(r.field)
	if !ok || a.opts.ReceivedAt.IsZero() || !a.opts.ReceivedAt.After(t.AddDate(0, 0, 1)) {
		return
	}
	l := label(catalogue.Words().Types[a.typ.Name])
	a.note(fmt.Sprintf("%s está %s desde %s.", l.opening(), l.adjective("vencido"), date(t)))
}

func date(t time.Time) string { return t.Format("02/01/2006") }

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
