// Package catalogue holds the document types: what fields each one has, and how
// a person finds them on paper. A type is one file in types/; nothing about a
// type stands in code.
//
// In comes nothing: the entries are part of the program and are read once. Out
// go immutable types. No document is read here, and no entry names an issuer's
// one layout or a fixed position on the page.
package catalogue

import (
	"slices"
	"sync"
)

// Version is the catalogue's version, the schema_version of results.
const Version = "1.0.0"

// Lookup finds a type by its name, such as BOLETO.
func Lookup(name string) (Type, bool) {
	t, ok := load().byName[name]
	return t, ok
}

// OfFormat finds the type that all documents of a format are of.
func OfFormat(format string) (Type, bool) {
	for _, name := range load().names {
		if t := load().byName[name]; slices.Contains(t.Formats, format) {
			return t, true
		}
	}
	return Type{}, false
}

// Names lists the types in a fixed order.
func Names() []string { return slices.Clone(load().names) }

// Type is a document type: its contract and how it is read.
type Type struct {
	Name     string              `yaml:"type"`
	Detect   string              `yaml:"detect"`    // in one line, what makes a document this type
	FieldsOf string              `yaml:"fields_of"` // another type, whose fields and ways to find them are those of this one
	Earlier  *Earlier            `yaml:"earlier"`   // of a type with the fields of another: the year by which it is told
	Formats  []string            `yaml:"formats"`   // in which documents are of the type without a look, such as xml
	Features []Feature           `yaml:"features"`  // what speaks for and against it, for the classifier
	Sections map[string][]string `yaml:"sections"`  // headings that open a part of the document
	Owners   map[string]string   `yaml:"owners"`    // whose the fields are: the concepts that name each one, parted by bars
	Subject  string              `yaml:"subject"`   // the owner whom the document is about: its attributes need no name or section
	Itself   string              `yaml:"itself"`    // the concepts that name the document, parted by bars: beside others they say nothing more
	Parts    map[string][]string `yaml:"parts"`     // what the headings of sections mean
	Events   map[string]Event    `yaml:"events"`    // births and deaths that the text tells: the field of each thing told
	Noise    []string            `yaml:"noise"`     // labels of boxes that nobody wants: they bound their neighbours
	Boxes    []Box               `yaml:"boxes"`     // labels whose value holds several fields
	Prose    []string            `yaml:"prose"`     // patterns over the running text
	Fallback []string            `yaml:"fallback"`  // patterns that count where nothing else gives a field
	Checks   []Check             `yaml:"checks"`    // what must hold between the values
	Fields   []Field             `yaml:"fields"`
}

// Earlier tells a type from the one whose fields it has: it is of an earlier year than the
// one in which the document was received.
type Earlier struct {
	Year       []string `yaml:"year"`        // what is printed before the year
	YearBefore []string `yaml:"year_before"` // what is printed before the year that it is about, one before
	Amounts    int      `yaml:"amounts"`     // with fewer amounts of money a document is of the other type in any year
}

// Event holds the field of each thing that a sentence tells of an event: name, date, time, place, city,
// state, age.
type Event map[string]string

// Field finds a field by name.
func (t Type) Field(name string) (Field, bool) {
	for i := range t.Fields { // a field is large: only the one asked for is copied
		if t.Fields[i].Name == name {
			return t.Fields[i], true
		}
	}
	return Field{}, false
}

// Field is one field of a type, or one column of a list.
type Field struct {
	Name     string   `yaml:"field"`
	Kind     Kind     `yaml:"kind"`
	Columns  []Field  `yaml:"columns"` // of a list
	Required bool     `yaml:"-"`
	Enum     []string `yaml:"-"` // the values of an enum

	Like      string              `yaml:"like"`      // what a string looks like, such as a name; README.md has all
	Labels    []string            `yaml:"labels"`    // what is printed beside or above the value
	Otherwise []string            `yaml:"otherwise"` // what is, on documents where none of the labels stands
	Means     []string            `yaml:"means"`     // what its labels mean, in whatever words; README.md has how it is written
	In        []string            `yaml:"in"`        // sections in which the labels hold; none: anywhere
	NotIn     []string            `yaml:"not_in"`    // sections in which they do not
	Place     []Place             `yaml:"place"`     // where the value may stand from its label; none: anywhere
	Stop      []string            `yaml:"stop"`      // words that end the value
	Values    map[string][]string `yaml:"values"`    // of an enum or bool: the phrases that mean a value
	Total     string              `yaml:"total"`     // list.column: the sum on the line that ends the list's table
	Known     []string            `yaml:"known"`     // values that are known by name, wherever they stand
	From      string              `yaml:"from"`      // derived from another field, see the derivations in README.md
	Last      bool                `yaml:"last"`      // of equal candidates the last one on the document counts
	SpokenOf  bool                `yaml:"spoken_of"` // the name of the first person of whom the running text speaks
	Signs     bool                `yaml:"signs"`     // the name of who signs such documents, under the place and date
	Share     bool                `yaml:"share"`     // may stand on the same words as another field
	Unguessed bool                `yaml:"unguessed"` // only a label or a sentence tells it: what it counts, other things have too
	With      string              `yaml:"with"`      // the field of the name that this number stands beside or under
	Lines     int                 `yaml:"lines"`     // lines that a string may take; text takes as many as there are
	When      map[string]string   `yaml:"when"`      // what another field must say where this one stands on the document
	Mask      []string            `yaml:"mask"`      // forms that the value may have: # is a digit, A a letter, all else itself
	Form      string              `yaml:"form"`      // plain: a number without its leading zeros

	Vocabulary []string `yaml:"vocabulary"` // the closed list that the value is mostly a word of
	Check      string   `yaml:"check"`      // the rule of the check digits of a number whose kind has none, such as cnh

	Negative []string `yaml:"negative"` // of a money column: headings of the column that holds debits
	Debits   []string `yaml:"debits"`   // what those mean, in whatever words
	Table    *Table   `yaml:"table"`    // of a list: where its table begins and ends
	Rows     []string `yaml:"rows"`     // of a list: patterns over the text, one row a match
	Group    bool     `yaml:"group"`    // of a list: rows are groups of labelled values, by the labels of the columns
	Lead     string   `yaml:"lead"`     // of a group: the column whose label begins a row; none: the first
	Title    string   `yaml:"title"`    // of a list of cards: the column that stands as a line over the labelled values of a row
	Passages *Passage `yaml:"passages"` // of a list: where the running text speaks of its rows, one after the other
	Join     string   `yaml:"join"`     // of a list: rows found in different ways are one where they agree in this column
	Shares   []string `yaml:"shares"`   // of a list: columns whose sum is the whole; where it is, rows without such a cell are none
	Find     []string `yaml:"find"`     // of a column: patterns within the part of a passage that speaks of one row
	Is       string   `yaml:"is"`       // the attribute of a person or company that a field or a column holds
	Of       string   `yaml:"of"`       // of a single field: whose attribute it is
	Itself   string   `yaml:"itself"`   // of a list: the concepts that name a row, parted by bars: in the label of a column they say nothing more
}

// NamesSomebody reports whether a value is the name of a person or a company.
func (f *Field) NamesSomebody() bool { return f.Like == "name" || f.Like == "company" }

// IsAddress reports whether a value is an address, with its town or without.
func (f *Field) IsAddress() bool { return f.Like == "address" || f.Like == "address_full" }

// ColumnIndex is the place of a column of a list by its name, -1 for none.
func (f *Field) ColumnIndex(name string) int {
	return slices.IndexFunc(f.Columns, func(c Field) bool { return c.Name == name })
}

// ColumnIs is the column of a list that holds an attribute, -1 for none.
func (f *Field) ColumnIs(attribute string) int {
	return slices.IndexFunc(f.Columns, func(c Field) bool { return c.Is == attribute })
}

// ColumnOfKind is the first column of a kind, -1 for none.
func (f *Field) ColumnOfKind(kind Kind) int {
	return slices.IndexFunc(f.Columns, func(c Field) bool { return c.Kind == kind })
}

// Passage is a stretch of running text that speaks of the rows of a list, such as
// the parties of a contract, each with name, number and address in sentences.
type Passage struct {
	Begin    []string `yaml:"begin"`    // patterns after which it begins; none: with the text
	End      []string `yaml:"end"`      // patterns that end it
	Rows     []string `yaml:"rows"`     // patterns that begin a row
	Sentence bool     `yaml:"sentence"` // it ends with the sentence
}

// Table bounds the rows of a list.
type Table struct {
	In       []string   `yaml:"in"`       // sections
	Need     []string   `yaml:"need"`     // columns that a heading row must have
	Row      []string   `yaml:"row"`      // columns that begin a new row; lines without them go on with the row above
	Instead  [][]string `yaml:"instead"`  // a column of need, row or each, and what takes its place where no heading of a table names it
	End      []string   `yaml:"end"`      // words that end the table where they begin a line
	Skip     []string   `yaml:"skip"`     // lines beginning with these are no rows
	Lines    []string   `yaml:"lines"`    // patterns over printed lines, for tables without legible headings
	Over     []string   `yaml:"over"`     // the same of lines that give what the rows under them share
	Under    []string   `yaml:"under"`    // the same of lines that stand under one of these, or under a line with the date that they share
	Products [][]string `yaml:"products"` // two columns and the one that holds what they make: quantity, price, sum. A percentage counts as its hundredth
	Largest  string     `yaml:"largest"`  // the column of the largest sum of each row: income, beside what was withheld of it
	Above    string     `yaml:"above"`    // the column of words that may stand on a line of their own over each row; without one, that of the title
	Result   string     `yaml:"result"`   // the column of what the sums before it come to, where several may be it: "Mensalidade | Coparticipação | Total"
	Balance  []string   `yaml:"balance"`  // the column of amounts, that of the balance after each, and the field of the balance before
	Each     []string   `yaml:"each"`     // columns of which a row must have at least one; none: any
	Margin   string     `yaml:"margin"`   // the column at the left margin where it has no heading
	Carry    []string   `yaml:"carry"`    // columns printed only on the first of several rows that share them
	Remarks  []string   `yaml:"remarks"`  // lines under a row that begin with these are no part of it, nor is what follows them
	Either   []string   `yaml:"either"`   // the columns of credits and of debits, printed as one with a sign or a mark
	Until    []string   `yaml:"until"`    // the fields, best first, of the date up to which rows dated without a year go
	Behind   []string   `yaml:"behind"`   // the column of a number and that of the word behind it where this has no heading
}

// Feature is one observation for or against a type.
type Feature struct {
	Phrases []string `yaml:"phrases"` // any of them counts, once
	Kind    Kind     `yaml:"kind"`    // or: a valid value of this kind stands on the document
	Begins  []string `yaml:"begins"`  // that begins with one of these digits
	Weight  float64  `yaml:"weight"`  // log odds; negative: against
	Title   bool     `yaml:"title"`   // counts only at the head of a page or as a line of its own
	Absent  bool     `yaml:"absent"`  // counts where none of the phrases stands, instead
	With    []string `yaml:"with"`    // counts only where one of these phrases stands too
}

// Box is a label whose value holds several fields.
type Box struct {
	Labels    []string `yaml:"labels"`
	Otherwise []string `yaml:"otherwise"` // what is, on documents where none of the labels stands
	Means     []string `yaml:"means"`
	In        []string `yaml:"in"`
	NotIn     []string `yaml:"not_in"`
	Read      []string `yaml:"read"` // patterns over the value, the first that fits counts
}

// Place says where a value stands from its label.
type Place string

// The places of a value.
const (
	Right Place = "right" // on the label's line
	Below Place = "below"
	Above Place = "above"
)

var load = sync.OnceValue(func() *entries {
	e, err := read(files)
	if err == nil {
		e.relatives, err = readRelatives(relativesFile, e.byName)
	}
	if err != nil {
		panic(err) // the entries are part of the program, and a test reads them all
	}
	return e
})
