package checkdigit

// PaymentLine checks a linha digitável: 47 digits of a boleto, or 48 of a
// collection slip, with the digits of its blocks and that of the barcode in it.
func PaymentLine(s string) bool {
	switch {
	case isDigits(s, 47):
		return s[9] == mod10(s[:9]) && s[20] == mod10(s[10:20]) && s[31] == mod10(s[21:31]) &&
			boletoHead(s) && s[32] == boletoDigit(s[:4], s[33:], s[4:9], s[10:20], s[21:31])
	case isDigits(s, 48):
		return collectionHead(s) && collectionBlocks(s)
	}
	return false
}

func paymentLineForm(s string) bool { return isDigits(s, 47) || isDigits(s, 48) }

func collectionBlocks(s string) bool {
	for block := 0; block < 48; block += 12 {
		if digit, ok := collectionDigit(s[2], s[block:block+11]); !ok || s[block+11] != digit {
			return false
		}
	}
	digit, ok := collectionDigit(s[2], s[:3], s[4:11], s[12:23], s[24:35], s[36:47])
	return ok && s[3] == digit
}

// LineToBarcode rebuilds the barcode that a line stands for. It looks at the
// form only, so a line with a wrong digit gives the barcode it says.
// Source: FEBRABAN, as in Barcode: field 1 = bank, currency, free field 1-5; field 2
// and 3 = free field 6-15 and 16-25; field 4 = check digit; field 5 = factor, value.
func LineToBarcode(line string) (string, bool) {
	if !paymentLineForm(line) {
		return "", false
	}
	if len(line) == 48 {
		return line[:11] + line[12:23] + line[24:35] + line[36:47], true
	}
	return line[:4] + line[32:] + line[4:9] + line[10:20] + line[21:31], true
}

// BarcodeToLine writes the line of a barcode, with the digits of its blocks.
func BarcodeToLine(code string) (string, bool) {
	if !digits44(code) {
		return "", false
	}
	line := make([]byte, 0, 48)
	if code[0] == '8' {
		for block := 0; block < 44; block += 11 {
			digit, ok := collectionDigit(code[2], code[block:block+11])
			if !ok {
				return "", false
			}
			line = append(append(line, code[block:block+11]...), digit)
		}
		return string(line), true
	}
	line = append(append(line, code[:4]...), code[19:24]...)
	line = append(line, mod10(string(line)))
	line = append(append(line, code[24:34]...), mod10(code[24:34]))
	line = append(append(line, code[34:44]...), mod10(code[34:44]))
	return string(append(line, code[4:19]...)), true
}
