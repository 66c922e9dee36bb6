package checkdigit

// NFeKey checks an access key of an electronic fiscal document: 44 characters,
// the 7th to 18th may be letters from July 2026 on. Weights 2 to 9 from the right, a
// letter worth its ASCII code less 48, the usual map. The state and the month are
// checked too.
// Source: Manual de Orientação do Contribuinte 7.0, annex I; schema package
// PL_010 v1.30 for the letters.
func NFeKey(s string) bool {
	if !nfeKeyForm(s) || StateOf(s[:2]) == "" {
		return false
	}
	if month := number(s[4:6]); month < 1 || month > 12 {
		return false
	}
	return s[43] == NFeKeyDigit(s[:43])
}

// NFeKeyDigit computes the check digit of the first 43 characters of a key.
func NFeKeyDigit(s string) byte { return usual(circle(s, 0)) }

func nfeKeyForm(s string) bool {
	return len(s) == 44 && isDigits(s[:6], 6) && isAlphanumeric(s[6:18]) && isDigits(s[18:], 26)
}

// NFeKeyParts are what an access key says of its document.
type NFeKeyParts struct {
	State  string // UF
	Year   int    // four digits
	Month  int
	Issuer string // CNPJ, or the CPF of a person
	Model  string // 55 NF-e, 65 NFC-e, 57 CT-e, …
	Series string // without leading zeros
	Number string // without leading zeros
}

// ParseNFeKey takes a key apart. It looks at the form only: a key with a wrong
// digit still says what it says.
func ParseNFeKey(s string) (NFeKeyParts, bool) {
	if !nfeKeyForm(s) {
		return NFeKeyParts{}, false
	}
	parts := NFeKeyParts{
		State: StateOf(s[:2]), Year: 2000 + int(number(s[2:4])), Month: int(number(s[4:6])),
		Issuer: s[6:20], Model: s[20:22], Series: trimZeros(s[22:25]), Number: trimZeros(s[25:34]),
	}
	// A person issues under "000" and the CPF: in the series 910 to 969 by rule, in
	// others by custom.
	if s[6:9] == "000" && CPF(s[9:20]) && !CNPJ(s[6:20]) {
		parts.Issuer = s[9:20]
	}
	return parts, true
}

func trimZeros(s string) string {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}
