package checkdigit

// Registry checks the matrícula of a civil registry certificate: 6 digits of the
// registry (CNS), 2 of the collection, 2 of the service (55), 4 of the year, 1 of
// the book's kind, 5 of the book, 3 of the leaf, 7 of the entry, 2 check digits. Weights
// grow by one from 2 (second digit: from 1) and after 10 comes 0; digit r = sum mod
// 11, with 10 read as 1.
// Source: CNJ, Provimentos 2 and 3/2009 name the fields; the arithmetic is that of
// three independent public implementations, since the CNJ did not print it.
func Registry(s string) bool {
	return digits32(s) && !allEqual(s) &&
		s[30] == registryDigit(s[:30], 2) && s[31] == registryDigit(s[:31], 1)
}

func registryDigit(s string, weight int) byte {
	sum := 0
	for i := range len(s) {
		sum += int(s[i]-'0') * weight
		if weight++; weight > 10 {
			weight = 0
		}
	}
	if r := sum % 11; r < 10 {
		return byte('0' + r)
	}
	return '1'
}

// Book is the kind of a civil registry's book, the 15th digit of a matrícula.
type Book byte

// The books of Provimento CNJ 2/2009.
const (
	BookBirth             Book = '1'
	BookMarriage          Book = '2'
	BookReligiousMarriage Book = '3'
	BookDeath             Book = '4'
	BookStillbirth        Book = '5'
	BookSpecial           Book = '7' // livro E: registrations from abroad, by a judge and others
)

// RegistryParts reads the year and the book of a matrícula in its form.
func RegistryParts(s string) (year int, book Book, ok bool) {
	if !digits32(s) {
		return 0, 0, false
	}
	return int(number(s[10:14])), Book(s[14]), true
}
