package lexicon

// Words that many readers ask for.
var (
	currency     = Words("signs of the currency")
	joining      = Words("joining")
	with         = Words("with")
	endings      = Words("endings of words")
	postalCodes  = Words("postal codes")
	stockCompany = Listed("stock company at its slash")
)

// Currency reports whether a folded word is the sign of the currency before a sum.
func Currency(word string) bool { return currency[word] }

// And reports whether a folded word joins the one before it to the one behind it.
func And(word string) bool { return joining[word] }

// With reports whether a folded word names whom somebody has something with: "filho de José Luz com Rita Luz".
func With(word string) bool { return with[word] }

// Ending reports whether a folded word is another ending of the word before it: of "nascido(a)" the second.
func Ending(word string) bool { return endings[word] }

// PostalCode reports whether a folded word names a postal code.
func PostalCode(word string) bool { return postalCodes[word] }

// StockCompany reports whether two folded words are the form of a company that a slash parts: "S/A".
func StockCompany(first, second string) bool {
	return first == stockCompany[0] && second == stockCompany[1]
}
