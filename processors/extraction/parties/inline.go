package parties

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// dropNumbersOfOthers drops the numbers and names of a party that are somebody else's by the words before the
// number: "Tal S.A. - Instituição de Pagamento · CNPJ 11.222.333/0001-81" is no customer of the bank.
func (x *reader) dropNumbersOfOthers() {
	others := map[string][]int32{} // by owner: words that say who somebody else is
	for i := range x.Found {
		c := &x.Found[i]
		f := &x.Type.Fields[c.Field]
		if f.Is != "number" || !c.Checked || len(c.Tokens) == 0 {
			continue
		}
		number := c.Tokens[0]
		company := x.companyBefore(int(number))
		if company.Len() == 0 {
			continue
		}
		if x.saysOther(f.Of, company, int(number)) {
			others[f.Of] = append(append(others[f.Of], company.Index...), number)
		}
	}
	x.Found = slices.DeleteFunc(x.Found, func(c candidate.Value) bool {
		f := &x.Type.Fields[c.Field]
		return (f.Is == "number" || f.Is == "name") && len(c.Tokens) > 0 && slices.Contains(others[f.Of], c.Tokens[0])
	})
}

// saysOther reports whether words from the name of a company to its number say whose part of the document
// it has, and not that of an owner.
func (x *reader) saysOther(owner string, company recognise.Run, number int) bool {
	for i := int(company.Index[0]); i < number; i++ {
		if len(x.Sheet.Tokens[i].Fold) == 1 {
			continue // the initial of a name: "P. M. Centro de Educação"
		}
		for last := min(number-1, i+longestKind); last > i; last-- {
			parts := x.Reading.Parses(i, last, 0)
			if x.Sheet.Tokens[i].Fold == "" || x.Sheet.Tokens[last].Fold == "" || len(parts) == 0 || len(parts[0]) != 1 {
				continue
			}
			other := false
			for name, kinds := range x.Type.Owners {
				for _, kind := range strings.Split(kinds, "|") {
					c, known := meaning.Shared().Concept(kind)
					if !known || !slices.Contains(parts[0][0].Concepts, c) {
						continue
					}
					if name == owner {
						return false
					}
					other = true
				}
			}
			if other {
				return true
			}
		}
	}
	return false
}

const longestKind = 3 // words of what a company is: "instituição de pagamento"

const beforeNumber = 8 // words from the form of a company to its number: "S.A. - Instituição de Pagamento, inscrita no CNPJ"

// companyBefore is the name that ends with the form of a company before a number on its line or the one
// over it, with no other number and no end of a sentence between; it is empty where there is none.
func (x *reader) companyBefore(number int) recognise.Run {
	block := x.Sheet.Cells[x.Sheet.Tokens[number].Cell].Block
	for k := number - 1; k >= max(number-beforeNumber, 0); k-- {
		t := &x.Sheet.Tokens[k]
		if x.Sheet.Cells[t.Cell].Block != block {
			break
		}
		if pattern.EndsCompany(t.Fold) {
			first := k
			for first > 0 && x.Sheet.Cells[x.Sheet.Tokens[first-1].Cell].Block == block && k-first < longestCompany && x.ofName(first-1) {
				first--
			}
			run := x.Between(first, k)
			if from, to, fit := shape.Cut(catalogue.Field{Like: "company", Kind: catalogue.String}, nil, run); fit >= shape.Loose && to > from {
				return x.Run(slices.Clone(run.Index[from : to+1]))
			}
			break
		}
		if _, other := recognise.At(catalogue.CPFCNPJ, x.Between(k, number-1), 0); other || strings.HasSuffix(t.Text, ".") && len(t.Fold) > 3 || strings.HasSuffix(t.Text, ";") || strings.HasSuffix(t.Text, ":") && k < number-1 {
			break // behind a sentence, or the label of something else
		}
	}
	return recognise.Run{Sheet: x.Sheet}
}

const longestCompany = 12 // words of a company's name

// ofName reports whether a word may stand within the name of a company: it has a capital, or is a
// particle, and neither a mark nor a colon ends it.
func (x *reader) ofName(i int) bool {
	t := &x.Sheet.Tokens[i]
	if t.Fold == "" || strings.HasSuffix(t.Text, ":") || strings.HasSuffix(t.Text, ",") || strings.HasSuffix(t.Text, ";") || strings.HasSuffix(t.Text, ".") && len(t.Fold) > 3 {
		return t.Text == "&"
	}
	return !t.Small() || shape.BetweenNames(t.Fold)
}
