// Package checkdigit knows the check digits and fixed forms of Brazilian numbers.
//
// In come values in the normal form of the catalogue (no dots, dashes, slashes
// or spaces, letters in upper case); out goes whether they can be genuine, and
// a sentence in Portuguese saying why not. It decides by arithmetic alone: no
// number is looked up, none is repaired, and no input makes a function panic.
//
// "The usual map" in the comments is r = sum mod 11, digit 0 where r < 2, else
// 11 - r.
package checkdigit

// Verify checks value by the rule of a catalogue kind. applies is false for a
// kind that has no rule; ok is then true.
//
// Besides the kinds of the catalogue it knows four numbers that stand in plain
// `digits` or `code` fields: cnh, titulo_eleitor, cns and rg_sp.
func Verify(kind, value string) (ok, applies bool) {
	rule, applies := rules[kind]
	if !applies {
		return true, false
	}
	return rule.valid(value), true
}

// Fault says in Portuguese what is wrong with value, or "" where nothing is.
func Fault(kind, value string) string {
	rule, applies := rules[kind]
	if !applies || rule.valid(value) {
		return ""
	}
	if rule.form != nil && !rule.form(value) {
		return rule.subject + ": " + rule.want
	}
	return rule.subject + ": " + rule.mismatch
}

// HasDigit reports whether the rule of kind has check digits, so that passing it
// speaks for the value. A kind with a form only (CEP, plate) proves little.
func HasDigit(kind string) bool {
	rule, applies := rules[kind]
	return applies && rule.proves
}

type rule struct {
	valid    func(string) bool
	form     func(string) bool // length and characters alone, to tell the two faults apart
	subject  string
	want     string // said where the form is wrong
	mismatch string // said where the form is right
	proves   bool
}

const mismatch = "dígito verificador não confere."

var rules = map[string]rule{
	"cpf":            {CPF, digits11, "CPF inválido", "deve ter 11 dígitos.", mismatch, true},
	"cnpj":           {CNPJ, cnpjForm, "CNPJ inválido", "deve ter 14 caracteres.", mismatch, true},
	"cpf_cnpj":       {CPFOrCNPJ, cpfOrCNPJForm, "CPF/CNPJ inválido", "deve ter 11 ou 14 caracteres.", mismatch, true},
	"pis":            {PIS, digits11, "PIS inválido", "deve ter 11 dígitos.", mismatch, true},
	"renavam":        {RENAVAM, digits11, "RENAVAM inválido", "deve ter 11 dígitos.", mismatch, true},
	"cnh":            {CNH, digits11, "Registro da CNH inválido", "deve ter 11 dígitos.", mismatch, true},
	"titulo_eleitor": {VoterID, voterForm, "Título de eleitor inválido", "deve ter 12 dígitos.", mismatch, true},
	"rg_sp":          {RGSP, rgSPForm, "RG inválido", "deve ter 8 dígitos e o dígito verificador.", mismatch, true},
	"cns":            {CNS, digits15, "Cartão SUS inválido", "deve ter 15 dígitos.", mismatch, true},
	"registry":       {Registry, digits32, "Matrícula inválida", "deve ter 32 dígitos.", mismatch, true},
	"lawsuit":        {Lawsuit, digits20, "Número do processo inválido", "deve ter 20 dígitos.", mismatch, true},
	"nfe_key":        {NFeKey, nfeKeyForm, "Chave de acesso inválida", "deve ter 44 dígitos.", mismatch, true},
	"barcode":        {Barcode, digits44, "Código de barras inválido", "deve ter 44 dígitos.", mismatch, true},
	"payment_line":   {PaymentLine, paymentLineForm, "Linha digitável inválida", "deve ter 47 ou 48 dígitos.", mismatch, true},
	"plate":          {Plate, nil, "Placa inválida", "", "deve ter a forma ABC1234 ou ABC1D23.", false},
	"vin":            {VIN, nil, "Chassi inválido", "", "deve ter 17 letras e números, sem I, O e Q.", false},
	"cep":            {CEP, nil, "CEP inválido", "", "deve ter 8 dígitos.", false},
	"uf":             {UF, nil, "UF inválida", "", "sigla desconhecida.", false},
}
