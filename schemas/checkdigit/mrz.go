package checkdigit

// MRZDigit computes the check digit of a field of a machine readable zone:
// weights 7 3 1, A = 10 to Z = 35, the filler < worth nothing, mod 10. It is false
// where the field holds another character.
// Source: ICAO Doc 9303 part 3, section 4.9; on the national identity card by
// Decreto 10.977/2022, and on driving licences since June 2022.
func MRZDigit(field string) (byte, bool) {
	sum, ok := mrzSum(field, 0)
	return byte('0' + sum%10), ok
}

func mrzSum(field string, start int) (int, bool) {
	sum := 0
	for i := range len(field) {
		value := 0
		switch c := field[i]; {
		case c >= '0' && c <= '9':
			value = int(c - '0')
		case c >= 'A' && c <= 'Z':
			value = int(c-'A') + 10
		case c != '<':
			return 0, false
		}
		sum += value * int("731"[(start+i)%3]-'0')
	}
	return sum, true
}

// MRZCard checks the first two lines, 30 characters each, of a card's zone (form
// TD1): the digits of the number, of birth, of expiry, and the one over them all.
// Source: ICAO Doc 9303 part 5, section 4.2.
func MRZCard(first, second string) bool {
	if len(first) != 30 || len(second) != 30 {
		return false
	}
	return mrzHolds(first[5:14], first[14]) && mrzHolds(second[:6], second[6]) &&
		mrzHolds(second[8:14], second[14]) && mrzComposite(first, second)
}

func mrzHolds(field string, digit byte) bool {
	got, ok := MRZDigit(field)
	return ok && got == digit
}

// mrzComposite runs over four stretches with the weights going on from one to
// the next: 25 + 7 + 7 + 11 characters.
func mrzComposite(first, second string) bool {
	sum, start := 0, 0
	for _, stretch := range [4]string{first[5:], second[:7], second[8:15], second[18:29]} {
		part, ok := mrzSum(stretch, start)
		if !ok {
			return false
		}
		sum, start = sum+part, start+len(stretch)
	}
	return second[29] == byte('0'+sum%10)
}
