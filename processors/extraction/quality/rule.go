package quality

import (
	"fmt"
	"slices"
	"time"

	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/portuguese"
	"lavra.dev/schemas/catalogue"
)

// apply compares values of one document as a check of its type's file has it. Where they agree it supports them, where
// they do not it says so; where one is missing it is silent.
func (a *assessment) apply(c catalogue.Check) {
	c.Quiet = c.Quiet || c.XMLQuiet && a.opts.XML
	switch {
	case c.Total != "":
		a.total(c)
	case c.Sum != "":
		a.listTotal(c)
	case c.Product != "":
		a.product(c)
	case len(c.Ordered) > 0:
		a.ordered(c.Ordered[0], c.Ordered[1])
	case len(c.Past) > 0:
		a.past(c.Past)
	case c.Expiry != "":
		a.expiry(c.Expiry)
	case named[c.Rule] == nil:
		panic(fmt.Errorf("no rule %q", c.Rule)) // the entries are part of the program, and a test looks all up
	default:
		named[c.Rule](a)
	}
}

// total holds where a field equals the sum of others. Optional parts count as zero
// where they were not read, and then a difference proves nothing.
func (a *assessment) total(r catalogue.Check) {
	want, sum, complete, ok := check.Total(r, a.cents)
	if !ok {
		return
	}
	var paths []string
	for _, name := range slices.Concat([]string{r.Total}, r.Plus, r.Minus) {
		paths = append(paths, single(name))
	}
	a.settle(want, sum, len(paths), paths, complete && !r.Quiet && !(r.Floor && want > sum), func() string {
		l := a.label(r.Total)
		return fmt.Sprintf("%s (%s) %s %s (%s).", l.opening(), portuguese.Money(want), l.verb("difere", "diferem"), r.Said, portuguese.Money(sum))
	})
}

// listTotal holds where a field equals the sum of a column.
func (a *assessment) listTotal(r catalogue.Check) {
	list, column := r.Column()
	var cells []string
	for _, row := range a.list(list) {
		cells = append(cells, row.text(column))
	}
	want, ok := a.cents(r.Sum)
	parts, complete := check.Summands(r, cells)
	sum, paths := int64(0), []string{single(r.Sum)}
	for i, part := range parts {
		if cells[i] != "" && (part != 0 || r.Only == "") {
			sum, paths = sum+part, append(paths, cell(list, i, column))
		}
	}
	if !ok || len(paths) == 1 {
		return
	}
	if r.Only != "" {
		want = abs(want)
	}
	a.settle(want, sum, 1, paths, complete && !r.Quiet, func() string {
		l := a.label(r.Sum)
		return fmt.Sprintf("%s (%s) %s da soma %s (%s).", l.opening(), portuguese.Money(want), l.verb("difere", "diferem"), a.label(list).of(), portuguese.Money(sum))
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
func (a *assessment) product(r catalogue.Check) {
	for i, row := range a.list(r.Product) {
		if check.Product(r, row.text) == check.Agrees {
			for _, column := range r.OfColumns {
				a.support(cell(r.Product, i, column), WitnessSum)
			}
		}
	}
}

// ordered holds where the first date is not after the second; of a date and a month or a year both are as long as the
// shorter says.
func (a *assessment) ordered(first, second string) {
	x, y := a.text(first), a.text(second)
	if n := min(len(x), len(y)); x[:n] > y[:n] {
		a.doubt(fmt.Sprintf("%s (%s) é posterior %s (%s).", a.label(first).opening(), a.written(first), a.label(second).to(), a.written(second)))
	}
}

// past holds where a date is not in the future. One day is forgiven: the clocks of
// client and service may stand on either side of midnight.
func (a *assessment) past(names []string) {
	if a.opts.ReceivedAt.IsZero() {
		return
	}
	for _, name := range names {
		if t, ok := a.day(name); ok && t.After(a.opts.ReceivedAt.AddDate(0, 0, 1)) {
			a.doubt(fmt.Sprintf("%s (%s) está no futuro.", a.label(name).opening(), date(t)))
		}
	}
}

// expiry notes a document that was no longer valid when it came in.
func (a *assessment) expiry(field string) {
	t, ok := a.day(field)
	if !ok || a.opts.ReceivedAt.IsZero() || !a.opts.ReceivedAt.After(t.AddDate(0, 0, 1)) {
		return
	}
	l := label(catalogue.Words().Types[a.typ.Name])
	a.note(fmt.Sprintf("%s está %s desde %s.", l.opening(), l.adjective("vencido"), date(t)))
}

func date(t time.Time) string { return t.Format("02/01/2006") }

func abs(n int64) int64 { return max(n, -n) }
