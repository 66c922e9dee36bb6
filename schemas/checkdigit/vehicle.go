package checkdigit

// Plate reports whether s has the form of a number plate: ABC1234, or ABC1D23 of
// the Mercosul model. Source: Contran, Resoluções 231/2007 and 780/2019.
func Plate(s string) bool {
	if len(s) != 7 {
		return false
	}
	for i, c := range []byte(s) {
		letter, digit := c >= 'A' && c <= 'Z', c >= '0' && c <= '9'
		switch {
		case i < 3 && !letter, i != 4 && i >= 3 && !digit, i == 4 && !letter && !digit:
			return false
		}
	}
	return true
}

// SamePlate reports whether a and b are the old and the Mercosul form of one
// plate: the digit at the fifth place became a letter, A for 0 to J for 9.
func SamePlate(a, b string) bool {
	if !Plate(a) || !Plate(b) || a[:4] != b[:4] || a[5:] != b[5:] {
		return false
	}
	return plateDigit(a[4]) == plateDigit(b[4])
}

func plateDigit(c byte) byte {
	if c >= 'A' && c <= 'J' {
		return c - 'A' + '0'
	}
	return c
}

// VIN reports whether s has the form of a chassis number: 17 letters and digits
// without I, O and Q. The check digit at the ninth place is a rule of North America
// and not followed in Brazil. Source: ABNT NBR 6066, ISO 3779.
func VIN(s string) bool {
	if len(s) != 17 || !isAlphanumeric(s) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c == 'I' || c == 'O' || c == 'Q' {
			return false
		}
	}
	return true
}
