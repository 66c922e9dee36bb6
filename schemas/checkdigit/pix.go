package checkdigit

import "strconv"

// Pix checks the checksum of a PIX code ("copia e cola", or the text of its QR
// code): the last field is 63, length 04, the CRC in capital hexadecimal over all
// that stands before it.
// Source: Banco Central do Brasil, Manual de Padrões para Iniciação do Pix; EMV
// QRCPS-MPM (CRC-16/CCITT, polynomial 1021, start FFFF).
func Pix(s string) bool {
	n := len(s) - 4
	if n < 8 || s[:4] != "0002" || s[n-4:n] != "6304" {
		return false
	}
	want, err := strconv.ParseUint(s[n:], 16, 16)
	return err == nil && crc16(s[:n]) == uint16(want)
}

func crc16(s string) uint16 {
	crc := uint16(0xFFFF)
	for i := range len(s) {
		crc ^= uint16(s[i]) << 8
		for range 8 {
			carry := crc&0x8000 != 0
			if crc <<= 1; carry {
				crc ^= 0x1021
			}
		}
	}
	return crc
}
