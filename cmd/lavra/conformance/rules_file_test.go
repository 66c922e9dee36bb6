package conformance

import (
	"bytes"
	"strings"
)

// Texts of the contract.
const (
	textFormat   = "Formato de arquivo não suportado. Formatos aceitos: PDF, JPEG, PNG, TIFF, XML."
	textBlocked  = "Arquivo bloqueado pela validação de segurança."
	textTooLarge = "Arquivo excede o tamanho máximo permitido."
	textXML      = "Dados inválidos: documentType: XML só é aceito com documentType=NFE."
	textClassify = "Classificação de XML não é suportada. Use /extract/sync com documentType=NFE."
	textAddress  = "Endereço IP não permitido."
	textScheme   = "Protocolo de URL inválido."
	textURL      = "URL inválida."
	textDownload = "Não foi possível baixar o arquivo da URL fornecida."
	notFound     = "Request not found"
)

// everyForm sends a file in each form that each endpoint takes, and wants the
// same refusal; of a batch with the file's name behind it.
func (w *world) everyForm(f file, text string, paths ...string) {
	w.Helper()
	if len(paths) == 0 {
		paths = append([]string{"/extract/batch"}, single...)
	}
	url := w.outside.put(f.name, f.data)
	for _, path := range paths {
		if path == "/extract/batch" {
			w.form(path, []file{w.receipt(), f}, nil).says(400, text+" (arquivo: "+f.name+")")
			continue
		}
		w.form(path, []file{f}, nil).says(400, text)
		w.form(path, nil, fields{"fileUrl": url}).says(400, text)
		w.json(path, inline(f, nil)).says(400, text)
		w.json(path, remote(url, nil)).says(400, text)
	}
}

// fileRules are about the files themselves.
var fileRules = []rule{
	{section: specification + "Errors", sentence: "| Both file and URL sent | `Envie o arquivo ou a URL, não ambos.` |", check: func(w *world) {
		for _, path := range single {
			w.form(path, []file{w.receipt()}, fields{"fileUrl": "http://exemplo.test/a.pdf"}).says(400, "Envie o arquivo ou a URL, não ambos.")
		}
	}},
	{section: specification + "Errors", sentence: "| No file | `Nenhum arquivo enviado.` |", check: func(w *world) {
		for _, path := range append([]string{"/extract/batch"}, single...) {
			w.form(path, nil, nil).says(400, "Nenhum arquivo enviado.")
			w.form(path, nil, fields{"referenceId": "a"}).says(400, "Nenhum arquivo enviado.")
		}
	}},
	{section: decisions + "Requests", sentence: "JSON without `file`, or a `file` with neither part: `Nenhum arquivo enviado.`", check: func(w *world) {
		for _, path := range single {
			for _, text := range []string{`{}`, `{"file":{}}`, `{"file":{"filename":"a.pdf"}}`} {
				w.json(path, text).says(400, "Nenhum arquivo enviado.")
			}
		}
	}},
	{section: specification + "Errors", sentence: "| Empty file | `Arquivo vazio.` |", check: func(w *world) {
		empty := file{"vazio.pdf", nil}
		url := w.outside.put(empty.name, nil)
		for _, path := range single {
			w.form(path, []file{empty}, nil).says(400, "Arquivo vazio.")
			w.json(path, remote(url, nil)).says(400, "Arquivo vazio.")
			w.form(path, nil, fields{"fileUrl": url}).says(400, "Arquivo vazio.")
		}
		w.form("/extract/batch", []file{w.receipt(), empty}, nil).says(400, "Arquivo vazio. (arquivo: vazio.pdf)")
	}},
	{section: decisions + "Requests", sentence: "`fileBase64` empty: `Arquivo vazio.`; without `filename`, or not base64: `Dados inválidos: …`.", check: func(w *world) {
		for _, path := range single {
			w.json(path, `{"file":{"fileBase64":"","filename":"a.pdf"}}`).says(400, "Arquivo vazio.")
			for _, text := range []string{"não", "AAA", "A-_A", "data:application/pdf;base64,AAAA"} {
				w.json(path, body(object{"fileBase64": text, "filename": "a.pdf"}, nil)).invalid("file.fileBase64")
			}
		}
	}},
	{section: specification + "Errors", sentence: "| Unsupported format | `Formato de arquivo não suportado. Formatos aceitos: PDF, JPEG, PNG, TIFF, XML.` |", check: func(w *world) {
		for _, name := range []string{"text.pdf", "zip.pdf", "program.png"} {
			w.everyForm(w.hostile(name), textFormat)
		}
	}},
	{section: specification + "Errors", sentence: "| XML on `/classify` | `Classificação de XML não é suportada. Use /extract/sync com documentType=NFE.` |", check: func(w *world) {
		w.everyForm(w.sample("nfe-xml-01.xml"), textClassify, "/classify")
	}},
	{section: decisions + "Requests", sentence: "XML without `documentType` or with another than `NFE`: `400 Dados inválidos: documentType: XML só é aceito com documentType=NFE.`", check: func(w *world) {
		xml := w.sample("nfe-xml-01.xml")
		w.everyForm(xml, textXML, "/extract", "/extract/sync", "/extract/batch")
		for _, path := range []string{"/extract", "/extract/sync"} {
			w.form(path, []file{xml}, fields{"documentType": "BOLETO"}).says(400, textXML)
			w.json(path, inline(xml, object{"documentType": "BOLETO"})).says(400, textXML)
		}
	}},
	{section: decisions + "Requests", sentence: "Accepted with `NFE` on `/extract`, `/extract/sync` and `/extract/batch`.", check: func(w *world) {
		xml := w.sample("nfe-xml-01.xml")
		for _, path := range []string{"/extract", "/extract/sync", "/extract/batch"} {
			w.form(path, []file{xml}, fields{"documentType": "NFE"}).ok()
		}
		w.json("/extract/sync", inline(xml, object{"documentType": "NFE"})).ok().want("success", "status").want("nfe_xml", "service", "document_type_detection", "reason")
	}},
	{section: specification + "Errors", sentence: "| File blocked by security check | `Arquivo bloqueado pela validação de segurança.` |", check: func(w *world) {
		w.everyForm(w.hostile("javascript-open.pdf"), textBlocked)
	}},
	{section: decisions + "Requests", sentence: "PDF with JavaScript, launch or submit actions, XFA or embedded files; a file with another document or program (PDF, ZIP, HTML, script, executable) before or behind its own content (other trailing data, as phones add, is fine); a decompression bomb; a DTD or entities in XML; what a virus scanner finds, where one is set up.",
		check: func(w *world) {
			for _, name := range []string{"javascript-names.pdf", "javascript-escaped.pdf", "javascript-object-stream.pdf", "launch.pdf", "embedded-file.pdf", "polyglot.pdf",
				"polyglot-html.jpg", "bomb.png", "laughs.xml", "quadratic.xml", "xxe.xml", "xxe-parameter.xml", "xxe-utf16.xml"} {
				values := fields{}
				if strings.HasSuffix(name, ".xml") {
					values["documentType"] = "NFE"
				}
				w.form("/extract", []file{w.hostile(name)}, values).says(400, textBlocked)
			}
			phone := blank("jpeg")
			phone.data = append(phone.data, bytes.Repeat([]byte{0, 1, 2, 3}, 100)...)
			w.form("/extract", []file{phone}, nil).ok()
		}},
	{section: specification + "Errors", sentence: "| File too large | `Arquivo excede o tamanho máximo permitido.` |", check: func(w *world) {
		big := file{"grande.pdf", append([]byte("%PDF-1.4\n"), make([]byte, 20<<20)...)}
		url := w.outside.put(big.name, big.data)
		for _, path := range single {
			w.form(path, []file{big}, nil).says(400, textTooLarge)
			w.json(path, remote(url, nil)).says(400, textTooLarge)
		}
		w.json("/extract", inline(big, nil)).says(400, textTooLarge)
		w.form("/extract/batch", []file{big}, nil).says(400, textTooLarge+" (arquivo: grande.pdf)")
	}},
	{section: decisions + "Requests", sentence: "file 20 MiB", check: func(w *world) {
		full := file{"cheio.pdf", append(w.receipt().data, make([]byte, 20<<20-len(w.receipt().data))...)}
		w.form("/extract", []file{full}, nil).ok()
	}},
}

// addressRules are about the URLs that the service calls.
var addressRules = []rule{
	{section: specification + "Errors", sentence: "| Bad URL | `URL inválida.` or `Protocolo de URL inválido.` |", check: func(w *world) {
		for url, text := range map[string]string{
			"": textURL, "exemplo.test/a.pdf": textURL, "http://": textURL, "http://%zz/": textURL, "http://[::1/": textURL, "/a.pdf": textURL, "http:///a.pdf": textURL,
			"ftp://exemplo.test/a.pdf": textScheme, "file:///etc/passwd": textScheme, "gopher://exemplo.test/": textScheme, "data:application/pdf;base64,AAAA": textScheme, "javascript:alert(1)": textScheme,
		} {
			w.json("/extract", remote(url, nil)).says(400, text)
			w.form("/extract/sync", nil, fields{"fileUrl": url}).says(400, text)
			w.json("/classify", remote(url, nil)).says(400, text)
		}
	}},
	{section: decisions + "Requests", sentence: "Text without a scheme: `URL inválida.`; another scheme: `Protocolo de URL inválido.`", check: func(w *world) {
		w.json("/extract", remote("exemplo", nil)).says(400, textURL)
		w.json("/extract", remote("s3://balde/a.pdf", nil)).says(400, textScheme)
	}},
	{section: specification + "Errors", sentence: "| URL resolves to a private, loopback or link-local address | `Endereço IP não permitido.` |", check: func(w *world) {
		for _, url := range []string{"http://10.0.0.1/a.pdf", "http://127.0.0.2/a.pdf", "http://169.254.1.1/a.pdf", "http://192.168.0.1/", "http://172.16.0.1/", "https://[::1]/", "http://[fe80::1]/"} {
			for _, path := range single {
				w.json(path, remote(url, nil)).says(400, textAddress)
				w.form(path, nil, fields{"fileUrl": url}).says(400, textAddress)
			}
		}
	}},
	{section: decisions + "URLs that the service calls", sentence: "private, loopback, link-local, unique-local, multicast, unspecified, carrier-grade NAT, IPv4 mapped or embedded in IPv6, and metadata services are refused with `Endereço IP não permitido.`",
		check: func(w *world) {
			for _, host := range []string{"[fd00::1]", "224.0.0.1", "[ff02::1]", "0.0.0.0", "[::]", "100.64.0.1", "[::ffff:10.0.0.1]", "[64:ff9b::10.0.0.1]", "[2002:a00:1::]", "169.254.169.254",
				"[fd00:ec2::254]", "0177.0.0.2", "2130706434", "0x7f000002", "127.2"} {
				w.json("/extract", remote("http://"+host+"/a.pdf", nil)).says(400, textAddress)
			}
		}},
	{section: decisions + "URLs that the service calls", sentence: "The address is checked when the connection is made, after every redirect (at most 3), for every address family", check: func(w *world) {
		w.outside.put("recibo.pdf", w.receipt().data)
		w.json("/extract", remote(w.outside.URL+"/redirect/3/recibo.pdf", nil)).ok()
		w.json("/extract", remote(w.outside.URL+"/redirect/4/recibo.pdf", nil)).says(400, textDownload)
		w.json("/extract", remote(w.outside.URL+"/private", nil)).says(400, textAddress)
	}},
	{section: decisions + "URLs that the service calls", sentence: "`http` and `https` only, else `Protocolo de URL inválido.`; not parseable: `URL inválida.`", check: func(w *world) {
		for url, text := range map[string]string{"ws://exemplo.test/": textScheme, "jar:http://exemplo.test/": textScheme, "mailto:a@exemplo.test": textScheme, "http://exemplo.test:99999/": textURL,
			"http://exemplo.test:0/": textURL, "http://a b/": textURL, "http://exemplo.test\n/": textURL, " http://exemplo.test/": textURL, "exemplo.test:8080/a.pdf": textURL, "localhost:8080": textURL,
			"http://256.256.256.256/": textURL, "http://1.2.3.4.5/": textURL, "http://a..b/": textURL, "http:exemplo": textURL, "//exemplo.test/": textURL, "http://exemplo.test/" + strings.Repeat("a", 9000): textURL} {
			w.json("/extract", remote(url, nil)).says(400, text)
			w.json("/extract", inline(blank("png"), object{"callbackUrl": url})).says(400, text)
		}
		w.json("/extract", inline(blank("png"), object{"callbackUrl": "HTTPS://exemplo.test/a?b=c#d"})).ok()
	}},
	{section: decisions + "URLs that the service calls", sentence: "A name with several addresses: only allowed ones are tried, and with none it is refused.", check: func(w *world) {
		w.outside.put("nome.pdf", w.receipt().data)
		for _, path := range single {
			w.json(path, remote("http://varios.exemplo.test:"+w.outside.port()+"/file/nome.pdf", nil)).ok()
			w.json(path, remote("http://dentro.exemplo.test:"+w.outside.port()+"/file/nome.pdf", nil)).says(400, textAddress)
		}
		w.json("/extract", inline(blank("png"), object{"callbackUrl": "http://dentro.exemplo.test/"})).says(400, textAddress)
		w.json("/extract", inline(blank("png"), object{"callbackUrl": "http://varios.exemplo.test/"})).ok()
	}},
	{section: decisions + "URLs that the service calls", sentence: "The address is checked when the connection is made", check: func(w *world) {
		w.outside.put("nome.pdf", w.receipt().data)
		url := "http://" + turncoat + "arquivo.exemplo.test:" + w.outside.port() + "/file/nome.pdf"
		w.json("/extract", remote(url, nil)).ok()
		w.json("/extract", remote(url, nil)).says(400, textAddress) // the name has changed its mind
	}},
	{section: decisions + "URLs that the service calls", sentence: "after every redirect (at most 3)", check: func(w *world) {
		w.outside.put("nome.pdf", w.receipt().data)
		port := w.outside.port()
		for to, text := range map[string]string{"dentro.exemplo.test:" + port: textAddress, "127.0.0.2:" + port: textAddress, "169.254.169.254": textAddress, "[::1]:" + port: textAddress, "2130706434:" + port: textAddress,
			"nada.exemplo.test": textDownload, "exemplo.test:99999": textURL} {
			w.json("/extract", remote(w.outside.URL+"/to/"+to+"/file/nome.pdf", nil)).says(400, text)
		}
		w.json("/extract", remote(w.outside.URL+"/to/um.exemplo.test:"+port+"/file/nome.pdf", nil)).ok()
	}},
	{section: decisions + "URLs that the service calls", sentence: "An address mapped or embedded in another form counts as the one it stands for.", check: func(w *world) {
		w.outside.put("nome.pdf", w.receipt().data)
		for _, host := range []string{"127.0.0.1", "127.0.0.1.", "127.1", "2130706433", "0x7f.1", "0x7f000001", "017700000001", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"} {
			w.json("/extract", remote("http://"+host+":"+w.outside.port()+"/file/nome.pdf", nil)).ok()
		}
		for _, host := range []string{"127.0.0.2", "127.2", "0x7f.2", "[::ffff:127.0.0.2]", "[::127.0.0.2]", "[::ffff:0:127.0.0.2]", "[64:ff9b::7f00:2]", "[2002:7f00:2::]", "[2001:0:1::80ff:fffd]"} {
			w.json("/extract", remote("http://"+host+":"+w.outside.port()+"/file/nome.pdf", nil)).says(400, textAddress)
		}
	}},
	{section: decisions + "URLs that the service calls", sentence: "for every address family", check: func(w *world) {
		for _, host := range []string{"[::1]", "[fe80::1%25eth0]", "[fc00::1]", "[2001:db8::1]", "[3fff::1]", "[100::1]", "192.0.2.1", "198.18.0.1", "203.0.113.7", "240.0.0.1", "255.255.255.255", "168.63.129.16", "192.0.0.192"} {
			w.json("/extract", remote("http://"+host+"/a.pdf", nil)).says(400, textAddress)
			w.json("/extract", inline(blank("png"), object{"callbackUrl": "http://" + host + "/"})).says(400, textAddress)
		}
	}},
	{section: decisions + "URLs that the service calls", sentence: "`LAVRA_EGRESS_ALLOW` (CIDR list, empty by default) opens exceptions, for tests and private networks.", check: func(w *world) {
		w.json("/extract", remote(w.outside.put("recibo.pdf", w.receipt().data), nil)).ok()
	}},
	{section: decisions + "URLs that the service calls", sentence: "A `callbackUrl` is checked when given (`400`) and again at each delivery.", check: func(w *world) {
		for url, text := range map[string]string{"http://10.0.0.1/c": textAddress, "http://127.0.0.2/c": textAddress, "ftp://exemplo.test/": textScheme, "exemplo": textURL, "": textURL} {
			w.json("/extract", inline(blank("png"), object{"callbackUrl": url})).says(400, text)
			w.form("/extract", []file{blank("png")}, fields{"callbackUrl": url}).says(400, text)
			w.form("/extract/batch", []file{blank("png")}, fields{"callbackUrl": url}).says(400, text)
		}
	}},
	{section: specification + "Errors", sentence: "| Download from URL failed | `Não foi possível baixar o arquivo da URL fornecida.` |", check: func(w *world) {
		for _, path := range single {
			w.json(path, remote(w.outside.URL+"/file/nada.pdf", nil)).says(400, textDownload)
			w.form(path, nil, fields{"fileUrl": "http://127.0.0.1:1/a.pdf"}).says(400, textDownload)
			w.json(path, remote("http://nome-que-nao-existe.invalid/a.pdf", nil)).says(400, textDownload)
		}
	}},
	{section: decisions + "Requests", sentence: "A file by `fileUrl` is fetched before the answer, on every endpoint (30 s, settable): what goes wrong is a `400` and nothing is stored, so no `400` of this service carries a `request_id`.", check: func(w *world) {
		w.json("/extract", remote(w.outside.URL+"/file/nada.pdf", nil)).names([]string{"message"})
	}},
}
