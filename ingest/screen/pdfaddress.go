package screen

import (
	"bytes"
	"strconv"
)

// scriptSchemes are addresses that a browser runs instead of opening them.
var scriptSchemes = [][]byte{[]byte("javascript:"), []byte("vbscript:"), []byte("data:")}

// runsScript reports whether a string, as it stands in the file, is such an address.
func runsScript(raw []byte) bool {
	// An escape is at most four bytes for one, and browsers leave out blanks.
	const beginning = 200
	var address []byte
	for _, c := range stringBytes(raw[:min(len(raw), beginning)]) {
		if c > ' ' {
			address = append(address, c)
		}
	}
	address = bytes.ToLower(bytes.TrimPrefix(address, []byte("\xfe\xff"))) // the mark of UTF-16, whose zeros are left out as blanks
	for _, scheme := range scriptSchemes {
		if bytes.HasPrefix(address, scheme) {
			return true
		}
	}
	return false
}

// stringBytes undoes the brackets and escapes of a string.
func stringBytes(raw []byte) (text []byte) {
	if len(raw) > 0 && raw[0] == '<' {
		digits := hexDigits{in: bytes.NewReader(raw)}
		for high := digits.digit(); high >= 0; high = digits.digit() {
			text = append(text, byte(high<<4|max(digits.digit(), 0)))
		}
		return text
	}
	for i := 1; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 == len(raw) {
			text = append(text, raw[i])
			continue
		}
		i++
		octal := i
		for octal < len(raw) && octal < i+3 && raw[octal] >= '0' && raw[octal] <= '7' {
			octal++
		}
		switch n, err := strconv.ParseUint(string(raw[i:octal]), 8, 16); {
		case err == nil:
			text = append(text, byte(n))
			i = octal - 1
		case bytes.IndexByte([]byte("nrtbf\r\n"), raw[i]) >= 0: // blanks, or the string goes on in the next line
		default:
			text = append(text, raw[i])
		}
	}
	return text
}
