package checkdigit

// CPF checks a taxpayer number of a person, 9 digits and 2 check digits: weights
// 10 to 2, then 11 to 2 with the first digit, the usual map. A number of eleven
// equal digits passes the arithmetic and is refused.
// Source: Receita Federal, the rule taught with the number since 1972.
func CPF(s string) bool {
	return digits11(s) && !allEqual(s) &&
		s[9] == usual(weighted(s[:9], "\x3a98765432")) &&
		s[10] == usual(weighted(s[:10], "\x3b\x3a98765432"))
}

// CNPJ checks a taxpayer number of an organisation, 12 characters and 2 check
// digits: weights 5 4 3 2 9 8 7 6 5 4 3 2, then 6 5 4 ... with the first digit,
// the usual map. From July 2026 the first 12 may hold letters, each worth its
// ASCII code less 48; older numbers keep their digits. Fourteen zeros are refused.
// Source: Receita Federal, Nota Técnica Cocad 49/2024, and SERPRO's manual on
// the alphanumeric CNPJ.
func CNPJ(s string) bool {
	return cnpjForm(s) && !allEqual(s) &&
		s[12] == usual(weighted(s[:12], "543298765432")) &&
		s[13] == usual(weighted(s[:13], "6543298765432"))
}

func cnpjForm(s string) bool {
	return len(s) == 14 && isAlphanumeric(s[:12]) && isDigits(s[12:], 2)
}

// CPFOrCNPJ checks whichever of the two the length says.
func CPFOrCNPJ(s string) bool {
	if len(s) == 11 {
		return CPF(s)
	}
	return CNPJ(s)
}

func cpfOrCNPJForm(s string) bool { return digits11(s) || cnpjForm(s) }
