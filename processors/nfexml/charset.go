package nfexml

import (
	"bytes"
	"regexp"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

var declared = regexp.MustCompile(`^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']`)

// toUTF8 gives the text as UTF-8, whatever it came in. A byte order mark or the
// shape of the first characters tells UTF-16; then the declaration counts. Files that
// say UTF-8 and are not are common: they are Windows-1252, which takes any byte and
// agrees with ISO-8859-1 on every letter.
func toUTF8(data []byte) []byte {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("<\x00")):
		return convert(data, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM))
	case bytes.HasPrefix(data, []byte("\xfe\xff")), bytes.HasPrefix(data, []byte("\x00<")):
		return convert(data, unicode.UTF16(unicode.BigEndian, unicode.UseBOM))
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if latin(data) || !utf8.Valid(data) {
		return convert(data, charmap.Windows1252)
	}
	return data
}

func latin(data []byte) bool {
	match := declared.FindSubmatch(data[:min(len(data), 512)])
	if match == nil {
		return false
	}
	switch string(bytes.ToLower(match[1])) {
	case "iso-8859-1", "iso_8859-1", "latin1", "windows-1252", "cp1252", "iso-8859-15":
		return true
	}
	return false
}

// convert never fails: what has no character becomes U+FFFD.
func convert(data []byte, from encoding.Encoding) []byte {
	out, err := from.NewDecoder().Bytes(data)
	if err != nil {
		return bytes.ToValidUTF8(data, []byte("\uFFFD"))
	}
	return out
}
