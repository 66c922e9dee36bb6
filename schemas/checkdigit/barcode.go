package checkdigit

// Barcode checks the 44 digits of a payment slip's barcode: of a boleto, or of a
// collection slip (arrecadação) where it starts with 8.
func Barcode(s string) bool {
	if !digits44(s) {
		return false
	}
	if s[0] == '8' {
		return collectionBarcode(s)
	}
	return boletoBarcode(s)
}

// boletoBarcode: bank 3, currency 1 (9 is the real), check digit 1, due date factor
// 4, value 10, free field 25. The digit is 11 - r with weights 2 to 9 from the right
// over the other 43, and 1 where that would be 0, 10 or 11. Institutions without a
// bank code come under 988 with currency 0.
// Source: FEBRABAN, Layout padrão de arrecadação e cobrança, and Carta Circular
// BCB 2.926/2000.
func boletoBarcode(s string) bool {
	return boletoHead(s) && s[4] == boletoDigit(s[:4], s[5:])
}

func boletoHead(s string) bool {
	return (s[3] == '9' && s[:3] != "000") || s[:4] == "9880"
}

// boletoDigit computes the digit over the stretches, read as one number.
func boletoDigit(stretches ...string) byte {
	if d := 11 - over(circle, stretches)%11; d < 10 {
		return byte('0' + d)
	}
	return '1'
}

// collectionBarcode: 8, segment 1, kind of value 1, check digit 1, value 11, rest
// 29. Kind 6 or 7 means mod 10, 8 or 9 mod 11, over the other 43.
// Source: FEBRABAN, Layout padrão de arrecadação/recebimento com utilização do
// código de barras, version 5.
func collectionBarcode(s string) bool {
	digit, ok := collectionDigit(s[2], s[:3], s[4:])
	return ok && collectionHead(s) && s[3] == digit
}

// collectionHead reports whether the segment is one in use: 1 to 7, or 9.
func collectionHead(s string) bool { return s[0] == '8' && s[1] != '0' && s[1] != '8' }

// collectionDigit computes the digit over the stretches, read as one number, by
// the modulus that the kind of value sets.
func collectionDigit(kind byte, stretches ...string) (byte, bool) {
	switch kind {
	case '6', '7':
		return fillTen(over(luhn, stretches)), true
	case '8', '9':
		return usual(over(circle, stretches)), true
	}
	return 0, false
}

// BarcodeCents reads the value in a barcode. It is false where the slip carries
// none: a zero, or a reference in place of a value (collection kinds 7 and 9).
func BarcodeCents(s string) (int64, bool) {
	if !digits44(s) {
		return 0, false
	}
	cents := number(s[9:19])
	if s[0] == '8' {
		if s[2] != '6' && s[2] != '8' {
			return 0, false
		}
		cents = number(s[4:15])
	}
	return cents, cents > 0
}

// BarcodeBank is the bank's code of a boleto, or "" of a collection slip.
func BarcodeBank(s string) string {
	if !digits44(s) || s[0] == '8' {
		return ""
	}
	return s[:3]
}
