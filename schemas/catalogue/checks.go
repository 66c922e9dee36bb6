package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Check is what must hold between the values of one document: exactly one of Total, Sum,
// Product, Ordered, Past, Expiry and Rule says which kind it is. Where values agree they
// support each other; where they do not, one of them was misread.
type Check struct {
	Total    string   `yaml:"total"` // this field is what Plus less Minus makes
	Plus     []string `yaml:"plus"`
	Minus    []string `yaml:"minus"`
	Optional []string `yaml:"optional"` // among plus and minus: zero where they were not read
	Said     string   `yaml:"said"`     // the sum in words with its contraction, for clients
	Floor    bool     `yaml:"floor"`    // the field may honestly be more than its parts

	Sum    string `yaml:"sum"`    // this field is what the column Of makes
	Of     string `yaml:"of"`     // list.column
	Only   string `yaml:"only"`   // positive or negative: only cells of that sign, by amount
	Sparse bool   `yaml:"sparse"` // rows without the cell are normal

	Product   string   `yaml:"product"`    // in the rows of this list two columns make a third
	OfColumns []string `yaml:"of_columns"` // the three of them
	Percent   bool     `yaml:"percent"`    // the second one is a percentage

	Ordered []string `yaml:"ordered"` // the first of two dates, months or years is not after the second
	Past    []string `yaml:"past"`    // dates that are not in the future
	Expiry  string   `yaml:"expiry"`  // the date up to which the document is valid
	Rule    string   `yaml:"rule"`    // a rule of its own, by its name in processors/extraction/quality

	Quiet    bool `yaml:"quiet"`     // a difference has honest reasons: only agreement says something
	XMLQuiet bool `yaml:"xml_quiet"` // the same of an XML, which has compared itself already
}

// Column takes Of apart.
func (c Check) Column() (list, column string) {
	list, column, _ = strings.Cut(c.Of, ".")
	return list, column
}

// settleChecks reports checks that are of no kind or of two, or name what is not there.
func (t *Type) settleChecks() error {
	var faults []error
	for i, c := range t.Checks {
		kinds := 0
		for _, is := range []bool{c.Total != "", c.Sum != "", c.Product != "", len(c.Ordered) > 0, len(c.Past) > 0, c.Expiry != "", c.Rule != ""} {
			if is {
				kinds++
			}
		}
		if kinds != 1 || len(c.Ordered) != 0 && len(c.Ordered) != 2 || c.Only != "" && c.Only != "positive" && c.Only != "negative" {
			faults = append(faults, fmt.Errorf("check %d is of %d kinds, or lacks a part", i+1, kinds))
		}
		named := slices.Concat(c.Plus, c.Minus, c.Optional, c.Ordered, c.Past)
		for _, name := range []string{c.Total, c.Sum, c.Product, c.Expiry} {
			if name != "" {
				named = append(named, name)
			}
		}
		faults = append(faults, t.has(named...), t.hasColumns(c))
	}
	return errors.Join(faults...)
}

// hasColumns reports columns of a check that are not there.
func (t *Type) hasColumns(c Check) error {
	list, column := c.Column()
	names := []string{column}
	if c.Product != "" {
		list, names = c.Product, c.OfColumns
		if len(names) != 3 {
			return errors.New("a product takes 3 columns")
		}
	} else if c.Sum == "" {
		return nil
	}
	f, _ := t.Field(list)
	for _, name := range names {
		if !slices.ContainsFunc(f.Columns, func(c Field) bool { return c.Name == name }) {
			return fmt.Errorf("a check names the unknown column %s.%s", list, name)
		}
	}
	return nil
}
