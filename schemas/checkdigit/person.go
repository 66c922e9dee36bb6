package checkdigit

// PIS checks a PIS, PASEP, NIS or NIT number, 10 digits and a check digit:
// weights 3 2 9 8 7 6 5 4 3 2, the usual map.
// Source: Caixa Econômica Federal, layout of the eSocial/SEFIP worker number.
func PIS(s string) bool {
	return digits11(s) && !allEqual(s) && s[10] == usual(weighted(s[:10], "3298765432"))
}

// RENAVAM checks a vehicle register number, 10 digits and a check digit; old
// ones of 9 digits come padded with zeros. Its arithmetic, (10 * sum) mod 11 with
// 10 read as 0, equals that of PIS, so the two cannot be told apart by digit.
// Source: Denatran, Portaria 27/2013 (move to 11 digits).
func RENAVAM(s string) bool { return PIS(s) }

// CNH checks the register number of a driving licence, 9 digits and 2 check
// digits: weights 2 to 10, then 3 to 11 with weight 2 for the first check digit, the
// usual map. This equals the official text with its discount of 2 where the first
// remainder is 10; the common short form `r2 >= 10 ? 0 : r2 - discount` does not.
// Source: Contran, Resolução 886/2021, annex; compared over 200,000 numbers.
func CNH(s string) bool {
	return digits11(s) && !allEqual(s) &&
		s[9] == usual(weighted(s[:9], "23456789\x3a")) &&
		s[10] == usual(weighted(s[:10], "3456789\x3a\x3b2"))
}

// VoterID checks a título de eleitor: 8 digits of sequence, 2 of state, 2 check
// digits. First: weights 2 to 9; second: weights 7 8 9 over state and first; digit r
// = sum mod 11, with 10 read as 0. In São Paulo (01) and Minas Gerais (02) r = 0
// gives 1, which not every issuer follows, so both are taken; there the sequence
// may have 9 digits, of which the first 8 count.
// Source: TSE, Resolução 23.659/2021, art. 36, and Resolução 20.132/1998.
func VoterID(s string) bool {
	if !voterForm(s) || allEqual(s) {
		return false
	}
	n := len(s)
	state := number(s[n-4 : n-2])
	if state < 1 || state > 28 || (n == 13 && state > 2) {
		return false
	}
	big := state <= 2
	return voterDigit(weighted(s[:8], "23456789"), s[n-2], big) &&
		voterDigit(weighted(s[n-4:n-1], "789"), s[n-1], big)
}

func voterForm(s string) bool { return isDigits(s, 12) || isDigits(s, 13) }

func voterDigit(sum int, digit byte, big bool) bool {
	r := sum % 11
	if big && r == 0 && digit == '1' {
		return true
	}
	return digit == byte('0'+r%10)
}

// RGSP checks an identity card number of São Paulo, 8 digits and a check digit:
// weights 2 to 9, digit 11 - r, written X where that is 10 and 0 where it is 11.
// Other states have rules of their own or none, so this one must not refuse them.
// Source: IIRGD, as implemented alike by the public libraries brutils and brdoc.
func RGSP(s string) bool {
	return rgSPForm(s) && !allEqual(s) && s[8] == "0X987654321"[weighted(s[:8], "23456789")%11]
}

func rgSPForm(s string) bool {
	return len(s) == 9 && isDigits(s[:8], 8) && (s[8] == 'X' || isDigits(s[8:], 1))
}

// CNS checks a national health card: 15 digits, weights 15 to 1, sum divisible
// by 11. It starts with 1 or 2 (final) or 7, 8 or 9 (provisional).
// Source: DATASUS, routine of validation of the Cartão Nacional de Saúde.
func CNS(s string) bool {
	if !digits15(s) {
		return false
	}
	switch s[0] {
	case '1', '2', '7', '8', '9':
		return weighted(s, "\x3f\x3e\x3d\x3c\x3b\x3a987654321")%11 == 0
	}
	return false
}
