package checkdigit_test

import (
	"strings"
	"testing"

	"lavra.dev/schemas/checkdigit"
)

// The worked examples, computed by hand or taken from the named source of each rule.
var examples = []struct{ kind, value string }{
	{"cpf", "52998224725"},
	{"cnpj", "11222333000181"},
	{"cnpj", "12ABC34501DE35"},
	{"cpf_cnpj", "52998224725"},
	{"cpf_cnpj", "12ABC34501DE35"},
	{"pis", "12034567899"},
	{"renavam", "00123456789"},
	{"cnh", "12345678900"},
	{"cnh", "24320969900"}, // first remainder 10 and second 1: where the short form fails
	{"titulo_eleitor", "123456780191"},
	{"titulo_eleitor", "004356870906"},
	{"titulo_eleitor", "000000140116"}, // São Paulo, remainder 0 written 1
	{"rg_sp", "123456782"},
	{"rg_sp", "10000006X"},
	{"rg_sp", "100000010"},
	{"registry", "10453901552013100012021000012321"},
	{"registry", "12345601552024200035012000456767"},
	{"barcode", "00191163700001234560000001234567890123456789"},
	{"payment_line", "00190000090123456789701234567897116370000123456"},
	{"payment_line", "836600000019874500481237456789020264112100000010"},
	{"payment_line", "818200000059000012345679890123456785901234567894"},
	{"nfe_key", "35261111222333000181550010000123451123456788"},
	{"nfe_key", "35261112ABC34501DE35550010000123451123456789"},
	{"lawsuit", "00012343720258260100"},
	{"cns", "120345678990002"},
	{"plate", "ABC1234"},
	{"plate", "ABC1D23"},
	{"vin", "9BWZZZ377VT004251"},
	{"cep", "01310100"},
	{"uf", "SP"},
}

func TestEveryWorkedExamplePasses(t *testing.T) {
	for _, example := range examples {
		ok, applies := checkdigit.Verify(example.kind, example.value)
		if !ok || !applies {
			t.Errorf("%s %s: ok %v, applies %v", example.kind, example.value, ok, applies)
		}
		if fault := checkdigit.Fault(example.kind, example.value); fault != "" {
			t.Errorf("%s %s: %q", example.kind, example.value, fault)
		}
	}
}

func TestFaultsAreSaidInPortuguese(t *testing.T) {
	for _, c := range []struct{ kind, value, want string }{
		{"cpf", "52998224724", "CPF inválido: dígito verificador não confere."},
		{"cpf", "11111111111", "CPF inválido: dígito verificador não confere."},
		{"cpf", "5299822472", "CPF inválido: deve ter 11 dígitos."},
		{"cpf", "5299822472O", "CPF inválido: deve ter 11 dígitos."},
		{"cnpj", "00000000000000", "CNPJ inválido: dígito verificador não confere."},
		{"cnpj", "12abc34501de35", "CNPJ inválido: deve ter 14 caracteres."},
		{"cpf_cnpj", "123", "CPF/CNPJ inválido: deve ter 11 ou 14 caracteres."},
		{"registry", "10453901552013100012021000012320", "Matrícula inválida: dígito verificador não confere."},
		{"payment_line", "00190000090123456789701234567897116370000123457", "Linha digitável inválida: dígito verificador não confere."},
		{"nfe_key", "35261311222333000181550010000123451123456788", "Chave de acesso inválida: dígito verificador não confere."},
		{"plate", "AB12345", "Placa inválida: deve ter a forma ABC1234 ou ABC1D23."},
		{"vin", "9BWZZZ377VTO04251", "Chassi inválido: deve ter 17 letras e números, sem I, O e Q."},
		{"uf", "XX", "UF inválida: sigla desconhecida."},
		{"cep", "00000000", "CEP inválido: deve ter 8 dígitos."},
		{"string", "anything", ""},
		{"cpf", "52998224725", ""},
	} {
		if got := checkdigit.Fault(c.kind, c.value); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.kind, c.value, got, c.want)
		}
	}
}

func TestKindsWithoutARuleAlwaysPass(t *testing.T) {
	for _, kind := range []string{"string", "text", "date", "money", "digits", "code", "list", ""} {
		if ok, applies := checkdigit.Verify(kind, "x"); !ok || applies {
			t.Errorf("%q: ok %v, applies %v", kind, ok, applies)
		}
	}
}

func TestOnlyKindsWithACheckDigitCountAsProof(t *testing.T) {
	for kind, want := range map[string]bool{"cpf": true, "nfe_key": true, "plate": false, "cep": false, "string": false} {
		if got := checkdigit.HasDigit(kind); got != want {
			t.Errorf("%s: %v", kind, got)
		}
	}
}

func TestRepeatedDigitsAreRefused(t *testing.T) {
	for digit := '0'; digit <= '9'; digit++ {
		if s := strings.Repeat(string(digit), 11); checkdigit.CPF(s) || checkdigit.PIS(s) || checkdigit.CNH(s) {
			t.Errorf("%s passes", s)
		}
	}
	if checkdigit.CNPJ(strings.Repeat("0", 14)) || checkdigit.Registry(strings.Repeat("0", 32)) {
		t.Error("zeros pass")
	}
}

func TestVerifyingAllocatesNothing(t *testing.T) {
	for _, example := range examples {
		if n := testing.AllocsPerRun(20, func() { checkdigit.Verify(example.kind, example.value) }); n > 0 {
			t.Errorf("%s allocates %v times", example.kind, n)
		}
	}
}

func BenchmarkCPF(b *testing.B) {
	for b.Loop() {
		checkdigit.CPF("52998224725")
	}
}

func BenchmarkPaymentLine(b *testing.B) {
	for b.Loop() {
		checkdigit.PaymentLine("00190000090123456789701234567897116370000123456")
	}
}
