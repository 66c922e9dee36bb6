package checkdigit_test

import (
	"math/rand/v2"
	"testing"

	"lavra.dev/schemas/checkdigit"
)

// What reading errors a rule catches: one wrong character, or two neighbours
// swapped. The boleto's barcode is weak, since three remainders share the digit 1; so
// is a letter of a CNPJ taken for another one, since 26 letters share 11 remainders.
func TestReadingErrorsAreCaught(t *testing.T) {
	for _, c := range []struct {
		kind, start string
		one, swap   float64 // least share caught
	}{
		{"cpf", "52998224725", 0.99, 0.99},
		{"cnpj", "11222333000181", 0.99, 0.99},
		{"cnpj", "12ABC34501DE35", 0.97, 0.94},
		{"cnh", "12345678900", 0.99, 0.99},
		{"registry", "10453901552013100012021000012321", 0.99, 0.99},
		{"lawsuit", "00012343720258260100", 0.99, 0.99},
		{"pis", "12034567899", 0.97, 0.97},
		{"nfe_key", "35261111222333000181550010000123451123456788", 0.97, 0.97},
		{"payment_line", "00190000090123456789701234567897116370000123456", 0.97, 0.97},
		{"barcode", "00191163700001234560000001234567890123456789", 0.93, 0.93},
	} {
		t.Run(c.kind, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			var ones, onesCaught, swaps, swapsCaught float64
			for range 1500 {
				value := valid(t, random, c.kind, c.start)
				i := random.IntN(len(value))
				wrong := []byte(value)
				if wrong[i] = anotherLike(random, value[i]); wrong[i] != value[i] {
					ones++
					onesCaught += caught(c.kind, string(wrong))
				}
				if i = random.IntN(len(value) - 1); value[i] != value[i+1] {
					wrong = []byte(value)
					wrong[i], wrong[i+1] = wrong[i+1], wrong[i]
					swaps++
					swapsCaught += caught(c.kind, string(wrong))
				}
			}
			if share := onesCaught / ones; share < c.one {
				t.Errorf("catches %.4f of single errors", share)
			}
			if share := swapsCaught / swaps; share < c.swap {
				t.Errorf("catches %.4f of swaps", share)
			}
		})
	}
}

func caught(kind, value string) float64 {
	if ok, _ := checkdigit.Verify(kind, value); ok {
		return 0
	}
	return 1
}

func anotherLike(random *rand.Rand, c byte) byte {
	if c >= 'A' {
		return byte('A' + random.IntN(26))
	}
	return byte('0' + random.IntN(10))
}

// valid draws numbers of the same shape as start until one passes.
func valid(t *testing.T, random *rand.Rand, kind, start string) string {
	t.Helper()
	value := []byte(start)
	for range 200_000 {
		for i := range value {
			value[i] = anotherLike(random, value[i])
		}
		if kind == "payment_line" {
			value = []byte(lineOf(random))
		}
		if ok, _ := checkdigit.Verify(kind, string(value)); ok {
			return string(value)
		}
	}
	t.Fatal("no valid number found")
	return ""
}

func lineOf(random *rand.Rand) string {
	code := []byte("0019")
	for len(code) < 44 {
		code = append(code, byte('0'+random.IntN(10)))
	}
	line, _ := checkdigit.BarcodeToLine(string(code))
	return line
}

func FuzzVerify(f *testing.F) {
	for _, example := range examples {
		f.Add(example.kind, example.value)
	}
	f.Fuzz(func(t *testing.T, kind, value string) {
		ok, applies := checkdigit.Verify(kind, value)
		if fault := checkdigit.Fault(kind, value); ok != (fault == "") || (!applies && !ok) {
			t.Errorf("ok %v, applies %v, fault %q", ok, applies, fault)
		}
		checkdigit.ParseNFeKey(value)
		checkdigit.RegistryParts(value)
		checkdigit.Pix(value)
		checkdigit.MRZDigit(value)
		checkdigit.MRZCard(value, kind)
		checkdigit.SamePlate(value, kind)
		if code, formed := checkdigit.LineToBarcode(value); formed && checkdigit.PaymentLine(value) {
			if !checkdigit.Barcode(code) {
				t.Errorf("line %s passes, its barcode %s does not", value, code)
			}
			if line, _ := checkdigit.BarcodeToLine(code); line != value {
				t.Errorf("line %s came back as %s", value, line)
			}
		}
	})
}
