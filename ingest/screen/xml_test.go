package screen

import (
	"strings"
	"testing"
	"unicode/utf16"

	"lavra.dev/schemas/event"
)

func utf16le(s string) string {
	b := []byte("\xff\xfe")
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

func TestWhatXMLCarries(t *testing.T) {
	const nfe = `<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe/></NFe>`
	for _, c := range []struct {
		name, file string
		format     event.Format
		reason     string
	}{
		{"an invoice", `<?xml version="1.0" encoding="UTF-8"?>` + nfe, event.XML, ""},
		{"without a declaration", nfe, event.XML, ""},
		{"behind a byte order mark", "\xef\xbb\xbf" + nfe, event.XML, ""},
		{"in Latin-1", `<?xml version="1.0" encoding="ISO-8859-1"?>` + "<a>S\xe3o Paulo</a>", event.XML, ""},
		{"in UTF-16", utf16le(`<?xml version="1.0" encoding="UTF-16"?>` + nfe), event.XML, ""},
		{"with the five entities of the language", "<a>&lt;&amp;&#233;</a>", event.XML, ""},
		{"with an entity of its own, undeclared", "<a>&x;</a>", event.XML, ""},
		{"with a comment behind it", nfe + "\n<!-- x -->\n", event.XML, ""},
		{"as long as a year of items", "<a>" + strings.Repeat("<b>1</b>", 50_000) + "</a>", event.XML, ""},

		{"with a document type", "<!DOCTYPE a><a/>", event.XML, "dtd"},
		{"with a document type in UTF-16", utf16le(`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`), event.XML, "dtd"},
		{"with a document type that is cut", `<!DOCTYPE a [<!ENTITY x "`, event.XML, "dtd"},
		{"too deep", strings.Repeat("<a>", 101), event.XML, "xml_bounds"},
		{"with too many attributes", "<a " + strings.Repeat(`b="c" `, 101) + "/>", event.XML, "xml_bounds"},
		{"with a page of the web behind it", nfe + "<html><script>1</script></html>", event.XML, "polyglot"},
		{"with a server's script in it", "<a><?php system('x') ?></a>", event.XML, "polyglot"},

		{"that a browser would run", `<a xmlns:h="http://www.w3.org/1999/xhtml"><h:script>1</h:script></a>`, event.XML, "polyglot"},
		{"a page of the web behind a comment", "<!-- x --><html/>", event.XML, "polyglot"},
		{"a PDF in a comment", "<!-- %PDF-1.4 --><a/>", event.PDF, "polyglot"},

		{"in UTF-32", "\xff\xfe\x00\x00<\x00\x00\x00a\x00\x00\x00/\x00\x00\x00>\x00\x00\x00", "", "format"},
		{"in an encoding that nobody uses", `<?xml version="1.0" encoding="UTF-7"?><a/>`, "", "format"},
		{"a page of the web", "<!DOCTYPE html><html></html>", "", "format"},
		{"a page of the web in capitals", "\n<HTML></HTML>", "", "format"},
		{"a comparison", "< 5", "", "format"},
		{"JSON", `{"a":1}`, "", "format"},
	} {
		v := Examine([]byte(c.file))
		if v.Format != c.format || v.Reason != c.reason || v.Blocked != (c.reason != "" && c.format != "") {
			t.Errorf("%s: %+v", c.name, v)
		}
	}
}
