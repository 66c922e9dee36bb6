package lexicon

import (
	_ "embed"
	"strings"

	"lavra.dev/processors/text/fold"
)

//go:embed banks.txt
var banksFile string

// bankName is a name by which a bank is known, folded and as it is printed.
type bankName struct{ code, name, printed string }

var bankNames = func() []bankName {
	var all []bankName
	for _, line := range entries(banksFile) {
		code, names, _ := strings.Cut(line, ":")
		for name := range strings.SplitSeq(names, ",") {
			all = append(all, bankName{code, fold.Text(name), strings.TrimSpace(name)})
		}
	}
	return all
}()

// Naming is what a printed name says of a bank.
type Naming int

const (
	OtherName    Naming = iota // of no bank that is known
	NamesBank                  // of the bank
	NamesAnother               // of another bank
)

// NameOfBank reports whether a printed name is that of the bank with that code: its whole
// name, or a longer one around it. Of several banks whose names stand in it the one with
// the longest counts.
func NameOfBank(code, printed string) Naming {
	folded := fold.Text(printed)
	short := strings.TrimPrefix(folded, "banco")
	naming, longest := OtherName, 0
	for _, b := range bankNames {
		if len(b.name) < longest || !named(folded, short, b.name) {
			continue
		}
		switch {
		case b.code == code:
			naming = NamesBank
		case naming != NamesBank || len(b.name) > longest:
			naming = NamesAnother
		}
		longest = len(b.name)
	}
	return naming
}

// SpacedBank is a printed name with the spaces that a scan lost in that of a bank: BANCODOBRASIL is BANCO DO BRASIL.
func SpacedBank(printed string) string {
	folded := fold.Text(printed)
	for _, b := range bankNames {
		if b.name != folded || strings.Count(b.printed, " ") <= strings.Count(printed, " ") {
			continue
		}
		if printed == strings.ToUpper(printed) {
			return strings.ToUpper(b.printed)
		}
		return b.printed
	}
	return printed
}

// named reports whether a bank's name is a printed one or stands in it. Short names are
// part of too many words.
func named(folded, short, name string) bool {
	const distinctive = 6
	return name == folded || name == short || len(name) >= distinctive && strings.Contains(folded, name) ||
		strings.HasPrefix(short, name) && len(short) < len(folded) && legalForm(short[len(name):])
}

// legalForm reports whether the rest of a folded name is the legal form of a company.
func legalForm(rest string) bool {
	return rest == "sa" || rest == "scd" || rest == "scdsa" || rest == "ipsa"
}
