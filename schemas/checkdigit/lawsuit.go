package checkdigit

// Lawsuit checks the unified number of a court case, NNNNNNN DD AAAA J TR OOOO:
// DD makes the number, with DD moved to its end, leave 1 when divided by 97
// (ISO 7064 mod 97-10).
// Source: CNJ, Resolução 65/2008, annex VIII.
func Lawsuit(s string) bool {
	if !digits20(s) || s[13] == '0' {
		return false
	}
	r := remainder97(0, s[:7])
	r = remainder97(r, s[9:])
	r = remainder97(r, s[7:9])
	return r == 1
}

func remainder97(r int, s string) int {
	for i := range len(s) {
		r = (r*10 + int(s[i]-'0')) % 97
	}
	return r
}
