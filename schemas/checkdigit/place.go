package checkdigit

// UF reports whether s is the abbreviation of a state, or EX for abroad, as fiscal
// documents and driving licences write it.
func UF(s string) bool {
	switch s {
	case "AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA",
		"PB", "PE", "PI", "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO", "EX":
		return true
	}
	return false
}

// StateOf names the state of an IBGE code, or "". Source: IBGE, Divisão
// Territorial Brasileira.
func StateOf(code string) string {
	const states = "11RO12AC13AM14RR15PA16AP17TO21MA22PI23CE24RN25PB26PE27AL28SE29BA" +
		"31MG32ES33RJ35SP41PR42SC43RS50MS51MT52GO53DF"
	if len(code) != 2 {
		return ""
	}
	for i := 0; i < len(states); i += 4 {
		if states[i:i+2] == code {
			return states[i+2 : i+4]
		}
	}
	return ""
}

// CEP reports whether s has the form of a postal code: 8 digits, not all zero.
// The lowest in use is 01001-000. Source: Correios.
func CEP(s string) bool { return isDigits(s, 8) && s >= "01000000" }
