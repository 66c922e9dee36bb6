package checkdigit

// weighted sums s[i] * weights[i], both counted as their ASCII code less 48: a digit
// as itself, a letter as the alphanumeric CNPJ has it (A = 17). So a weight of 10
// is written ':', which the tables spell \x3a, and one of 11 \x3b.
func weighted(s, weights string) int {
	sum := 0
	for i := range len(s) {
		sum += int(s[i]-'0') * int(weights[i]-'0')
	}
	return sum
}

// circle sums with the weights 2 to 9 going round from the right, where after
// characters stand to the right of s already.
func circle(s string, after int) int {
	sum := 0
	for i := range len(s) {
		sum += int(s[i]-'0') * (2 + (after+len(s)-1-i)%8)
	}
	return sum
}

// usual maps a sum to its digit by the usual map.
func usual(sum int) byte {
	if r := sum % 11; r >= 2 {
		return byte('0' + 11 - r)
	}
	return '0'
}

// luhn sums with the weights 2 and 1 in turn from the right, the digits of each
// product added, where after digits stand to the right of s already.
func luhn(s string, after int) int {
	sum := 0
	for i := range len(s) {
		product := int(s[i]-'0') * (2 - (after+len(s)-1-i)%2)
		sum += product/10 + product%10
	}
	return sum
}

// over sums stretches as if they stood in one string.
func over(sum func(s string, after int) int, stretches []string) int {
	total, after := 0, 0
	for i := len(stretches) - 1; i >= 0; i-- {
		total += sum(stretches[i], after)
		after += len(stretches[i])
	}
	return total
}

// fillTen is the digit that fills a sum up to the next ten.
func fillTen(sum int) byte { return byte('0' + (10-sum%10)%10) }

// mod10 is the digit of one block.
func mod10(s string) byte { return fillTen(luhn(s, 0)) }

func isDigits(s string, length int) bool {
	if len(s) != length {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func digits11(s string) bool { return isDigits(s, 11) }
func digits15(s string) bool { return isDigits(s, 15) }
func digits20(s string) bool { return isDigits(s, 20) }
func digits32(s string) bool { return isDigits(s, 32) }
func digits44(s string) bool { return isDigits(s, 44) }

// isAlphanumeric reports whether s holds digits and capital letters only.
func isAlphanumeric(s string) bool {
	for i := range len(s) {
		if (s[i] < '0' || s[i] > '9') && (s[i] < 'A' || s[i] > 'Z') {
			return false
		}
	}
	return true
}

// allEqual reports whether s repeats one character: the arithmetic of several
// rules passes such a number, and nobody holds one.
func allEqual(s string) bool {
	for i := 1; i < len(s); i++ {
		if s[i] != s[0] {
			return false
		}
	}
	return true
}

// number reads digits that isDigits has seen.
func number(s string) int64 {
	n := int64(0)
	for i := range len(s) {
		n = n*10 + int64(s[i]-'0')
	}
	return n
}
