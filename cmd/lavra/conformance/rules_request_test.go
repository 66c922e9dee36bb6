package conformance

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"

	"golang.org/x/image/tiff"
)

// blank is a white page in one of the formats of pictures.
func blank(format string) file {
	page := image.NewGray(image.Rect(0, 0, 320, 200))
	for i := range page.Pix {
		page.Pix[i] = 0xff
	}
	var b bytes.Buffer
	var err error
	switch format {
	case "jpeg":
		err = jpeg.Encode(&b, page, nil)
	case "png":
		err = png.Encode(&b, page)
	case "tiff":
		err = tiff.Encode(&b, page, nil)
	}
	if err != nil {
		panic(err) // written to memory
	}
	return file{"pagina." + format, b.Bytes()}
}

// single are the endpoints that take one file.
var single = []string{"/extract", "/extract/sync", "/classify"}

// requestRules are about what a request may hold.
var requestRules = []rule{
	{section: specification + "What the service does", sentence: "Accepted file formats: PDF, JPEG/JPG, PNG, TIFF.", check: func(w *world) {
		for _, f := range []file{w.receipt(), blank("jpeg"), blank("png"), blank("tiff")} {
			w.form("/extract", []file{f}, nil).ok().want("in_progress", "status")
		}
	}},
	{section: specification + "What the service does", sentence: "A file is supplied as a public URL (`fileUrl`), as base64 content (`fileBase64` plus `filename`), or as a multipart upload.",
		check: func(w *world) {
			url := w.outside.put("recibo.pdf", w.receipt().data)
			for _, path := range single {
				w.json(path, remote(url, nil)).ok()
				w.json(path, inline(w.receipt(), nil)).ok()
				w.form(path, []file{w.receipt()}, nil).ok()
				w.form(path, nil, fields{"fileUrl": url}).ok()
			}
		}},
	{section: specification + "What the service does", sentence: "When `documentType` is omitted on extraction, the type is detected automatically.", check: func(w *world) {
		w.form("/extract/sync", []file{w.receipt()}, nil).ok().want("RECIBO", "document_type").want("detected", "service", "document_type_detection", "source")
	}},
	{section: specification + "FileInput", sentence: "Exactly one of `fileUrl` or `fileBase64` is given, never both.", check: func(w *world) {
		for _, path := range single {
			w.json(path, `{"file":{"fileUrl":"http://exemplo.test/a.pdf","fileBase64":"AAAA","filename":"a.pdf"}}`).says(400, "Envie o arquivo ou a URL, não ambos.")
		}
	}},
	{section: specification + "FileInput", sentence: "File content in base64; requires `filename`", check: func(w *world) {
		for _, path := range single {
			w.json(path, `{"file":{"fileBase64":"JVBERi0xLjQK"}}`).invalid("file.filename")
		}
	}},
	{section: specification + "DocumentType", sentence: "`NFE`, `BOLETO`, `CONTRATO`, `RECIBO`, `CNH`, `RG`, `COMPROVANTE_RESIDENCIA`, `CONTRATO_SOCIAL`, `IRPF`, `CERTIDAO_NASCIMENTO`, `CERTIDAO_CASAMENTO`, `LAUDO_MEDICO`, `CERTIDAO_OBITO`, `PROCURACAO`, `HOLERITE`, `DOCUMENTO_VEICULAR`, `DOCUMENTO_JURIDICO`, `EXTRATO_BANCARIO`, `INFORME_RENDIMENTOS_EMPREGADOR_INSS`, `INFORME_RENDIMENTOS_BANCOS`, `INFORME_RENDIMENTOS_CORRETORAS`, `INFORME_PLANO_SAUDE`, `DESPESA_MEDICA`, `COMPROVANTE_EDUCACAO`, `DECLARACAO_IR_ANTERIOR`.",
		check: func(w *world) {
			enum := w.spec.Components.Schemas["DocumentType"].Value.Enum
			if len(enum) != 25 {
				w.Errorf("the document lists %d types", len(enum))
			}
			for _, name := range enum {
				w.form("/extract", []file{blank("png")}, fields{"documentType": name.(string)}).ok()
			}
		}},
	{section: specification + "POST /extract/sync", sentence: "`file` (binary) or alternatively `fileUrl` (URI string); `documentType`; `referenceId`; `metadata` (a JSON string); `includeMarkdown` (boolean, default `false`); `timeout` (integer, same bounds and default).",
		check: func(w *world) {
			a := w.form("/extract/sync", []file{w.receipt()}, fields{"documentType": "RECIBO", "referenceId": "ref-1", "metadata": `{"a":[1,"é"]}`, "includeMarkdown": "true", "timeout": "60000"}).ok()
			a.want("RECIBO", "document_type").want("ref-1", "reference_id").want(object{"a": []any{1.0, "é"}}, "metadata")
			if !strings.Contains(a.text("markdown"), "Recebi de") {
				w.Errorf("markdown: %q", a.text("markdown"))
			}
			if _, has := w.form("/extract/sync", []file{w.receipt()}, nil).ok().object()["markdown"]; has {
				w.Error("markdown that nobody asked for")
			}
		}},
	{section: specification + "POST /extract/sync", sentence: "`200` ExtractionResult (with `markdown` when `includeMarkdown` is true); `400` validation error; `401` unauthorized; `408` synchronous timeout.",
		check: func(w *world) {
			a := w.json("/extract/sync", inline(w.receipt(), object{"includeMarkdown": true, "documentType": "RECIBO", "referenceId": "r", "metadata": object{}, "timeout": 60000})).ok()
			a.names([]string{"request_id", "document_type", "status", "reference_id", "metadata", "fields", "service", "processed_at", "markdown"})
		}},
	{section: specification + "POST /extract/sync", sentence: "`60000`; minimum `10000`, maximum `300000`", check: func(w *world) {
		for _, path := range []string{"/extract/sync", "/classify"} {
			for _, timeout := range []any{9999, 300001, 0, -1, "10000", 10000.5, true} {
				w.json(path, inline(w.receipt(), object{"timeout": timeout})).invalid("timeout")
			}
			for _, timeout := range []string{"9999", "300001", "dez", ""} {
				w.form(path, []file{w.receipt()}, fields{"timeout": timeout}).invalid("timeout")
			}
			w.json(path, inline(w.receipt(), object{"timeout": 10000})).ok()
			w.form(path, []file{w.receipt()}, fields{"timeout": "300000"}).ok()
		}
	}},
	{section: specification + "POST /extract", sentence: "Response: accepted-request record (`request_id`, `status` = `in_progress`), returned immediately.", check: func(w *world) {
		a := w.json("/extract", inline(w.receipt(), nil)).ok().want("in_progress", "status").names([]string{"request_id", "status"})
		w.await(a.text("request_id")).want("success", "status")
	}},
	{section: specification + "POST /extract", sentence: "`POST`, `PATCH`, `PUT`", check: func(w *world) {
		for _, method := range []string{"POST", "PATCH", "PUT"} {
			w.json("/extract", inline(blank("png"), object{"callbackMethod": method})).ok()
		}
		for _, method := range []any{"GET", "DELETE", "post", "", 1} {
			w.json("/extract", inline(blank("png"), object{"callbackMethod": method})).invalid("callbackMethod")
		}
	}},
	{section: specification + "POST /extract", sentence: "External identifier, returned in responses", check: func(w *world) {
		a := w.json("/extract", inline(blank("png"), object{"referenceId": "pedido 7/é"})).ok()
		w.await(a.text("request_id")).want("pedido 7/é", "reference_id").want("pedido 7/é", "payload", "reference_id")
	}},
	{section: specification + "POST /classify", sentence: "It has no `documentType` parameter and no callback.", check: func(w *world) {
		a := w.json("/classify", inline(w.receipt(), object{"documentType": "CNH", "callbackUrl": w.outside.URL + "/status/200/classify"})).ok()
		a.want("RECIBO", "document_type").want(nil, "document_type_detection", "provided_document_type")
		if n := len(w.outside.received("/status/200/classify")); n != 0 {
			w.Errorf("%d callbacks", n)
		}
	}},
	{section: decisions + "Requests", sentence: "is `400 Dados inválidos: callbackURL: nome desconhecido, o certo é callbackUrl.`", check: func(w *world) {
		for _, path := range single {
			w.json(path, inline(w.receipt(), object{"callbackURL": w.outside.URL})).says(400, "Dados inválidos: callbackURL: nome desconhecido, o certo é callbackUrl.")
			w.form(path, []file{w.receipt()}, fields{"document_type": "RECIBO"}).says(400, "Dados inválidos: document_type: nome desconhecido, o certo é documentType.")
		}
	}},
	{section: decisions + "Requests", sentence: "a known name that the endpoint does not take (`callbackUrl` on `/extract/sync`) is named in the header `X-Warning`.", check: func(w *world) {
		a := w.json("/extract/sync", inline(w.receipt(), object{"callbackUrl": w.outside.URL})).ok()
		if got := a.header.Get("X-Warning"); got != "callbackUrl: sem efeito em /extract/sync" {
			w.Errorf("X-Warning: %q", got)
		}
	}},
	{section: decisions + "Requests", sentence: "Unknown fields are ignored", check: func(w *world) {
		for _, path := range single {
			w.json(path, inline(blank("png"), object{"novo": object{"a": []any{1}}, "": nil})).ok()
			w.form(path, []file{blank("png")}, fields{"novo": "1"}).ok()
		}
	}},
	{section: decisions + "Requests", sentence: "a wrong type, a missing part or a value out of range is `400 {\"message\":\"Dados inválidos: <campo>: <motivo>\"}`; so is a `documentType` not in the list.",
		check: func(w *world) {
			for _, c := range []struct {
				field string
				value any
			}{
				{"documentType", "PASSAPORTE"}, {"documentType", "recibo"}, {"documentType", 7}, {"referenceId", 7}, {"referenceId", object{}}, {"metadata", "texto"},
				{"metadata", []any{}}, {"includeMarkdown", "true"}, {"includeMarkdown", 1}, {"timeout", "x"},
			} {
				w.json("/extract/sync", inline(w.receipt(), object{c.field: c.value})).invalid(c.field)
			}
			for _, c := range []struct {
				field string
				value any
			}{
				{"callbackUrl", 7}, {"callbackAuthToken", true}, {"callbackMethod", "GET"}, {"includeMarkdownInWebhook", "sim"}, {"signature", 1.5}, {"signature", "a\nb"}, {"callbackAuthToken", "a\rb"},
			} {
				w.json("/extract", inline(w.receipt(), object{c.field: c.value})).invalid(c.field)
			}
			for field, value := range (fields{"documentType": "PASSAPORTE", "metadata": "[1]", "callbackMethod": "GET", "includeMarkdownInWebhook": "sim", "signature": "a\nb"}) {
				w.form("/extract", []file{w.receipt()}, fields{field: value}).invalid(field)
				w.form("/extract/batch", []file{w.receipt()}, fields{field: value}).invalid(field)
			}
			for _, file := range []string{`7`, `"a"`, `[]`, `true`} {
				w.json("/extract", `{"file":`+file+`}`).invalid("file")
			}
			w.json("/extract", `{"file":{"fileUrl":7}}`).invalid("file.fileUrl")
			w.json("/extract", `{"file":{"fileBase64":7,"filename":"a"}}`).invalid("file.fileBase64")
			w.json("/extract", `{"file":{"fileBase64":"AAAA","filename":7}}`).invalid("file.filename")
		}},
	{section: decisions + "Requests", sentence: "A body that is no JSON or no well-formed multipart: the same form.", check: func(w *world) {
		for _, path := range single {
			for _, text := range []string{"", "{", "[]", `"a"`, "{}x", "{'file':1}", "\xff", strings.Repeat("[", 100000)} {
				w.json(path, text).invalid("corpo")
			}
		}
		for _, path := range append([]string{"/extract/batch"}, single...) {
			w.do("POST", path, []byte("--x\r\nrubbish"), "Content-Type", "multipart/form-data; boundary=x").invalid("corpo")
			w.do("POST", path, []byte("--x\r\n"), "Content-Type", "multipart/form-data").invalid("corpo")
			w.do("POST", path, []byte("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\ncut"), "Content-Type", "multipart/form-data; boundary=x").invalid("corpo")
		}
	}},
	{section: decisions + "Requests", sentence: "A JSON `null` counts as absent.", check: func(w *world) {
		w.json("/extract", inline(blank("png"), object{"documentType": nil, "callbackUrl": nil, "callbackAuthToken": nil, "callbackMethod": nil, "includeMarkdownInWebhook": nil,
			"referenceId": nil, "metadata": nil, "signature": nil})).ok()
		w.json("/extract/sync", inline(w.receipt(), object{"includeMarkdown": nil, "timeout": nil})).ok()
		w.json("/extract", `{"file":null}`).says(400, "Nenhum arquivo enviado.")
		w.json("/extract", `{"file":{"fileUrl":null,"fileBase64":null,"filename":null}}`).says(400, "Nenhum arquivo enviado.")
	}},
	{section: decisions + "Requests", sentence: "The format is decided by the content, never by the name or the declared type.", check: func(w *world) {
		for _, name := range []string{"jpeg-named.pdf", "jpeg-named.txt"} {
			w.form("/extract", []file{w.hostile(name)}, nil).ok()
		}
		w.form("/extract", []file{{"recibo.exe", w.receipt().data}}, nil).ok()
		w.form("/extract", []file{{"recibo.pdf", []byte("só texto")}}, nil).says(400, textFormat)
	}},
	{section: decisions + "Requests", sentence: "`POST /extract` and `POST /extract/batch` answer `200`, the one success code the contract lists.", check: func(w *world) {
		for _, path := range []string{"/extract", "/extract/batch"} {
			if a := w.form(path, []file{blank("png")}, nil); a.status != http.StatusOK {
				w.Errorf("%s: %d", path, a.status)
			}
		}
	}},
	{section: decisions + "Requests", sentence: "`metadata` 16 KiB, `referenceId` 256 characters, `signature` 1 KiB", check: func(w *world) {
		long := func(n int) string { return strings.Repeat("é", n) }
		w.json("/extract", inline(blank("png"), object{"referenceId": long(256), "signature": strings.Repeat("s", 1024)})).ok()
		w.form("/extract", []file{blank("png")}, fields{"referenceId": long(256), "metadata": `{"a":"` + strings.Repeat("m", 16<<10-8) + `"}`}).ok()
		for field, value := range (fields{"referenceId": long(257), "signature": strings.Repeat("s", 1025), "metadata": `{"a":"` + strings.Repeat("m", 16<<10) + `"}`}) {
			w.form("/extract", []file{blank("png")}, fields{field: value}).invalid(field)
			w.form("/extract/batch", []file{blank("png")}, fields{field: value}).invalid(field)
		}
		w.json("/extract", inline(blank("png"), object{"referenceId": long(257)})).invalid("referenceId")
		w.json("/extract", inline(blank("png"), object{"signature": strings.Repeat("s", 1025)})).invalid("signature")
		w.json("/extract", inline(blank("png"), object{"metadata": object{"a": strings.Repeat("m", 16<<10)}})).invalid("metadata")
	}},
	{section: decisions + "Requests", sentence: "Too many pages, files or bytes in a batch: `400 Dados inválidos: …` with the limit in the text.", check: func(w *world) {
		var many []file
		for range 101 {
			many = append(many, file{"a.pdf", []byte("a")})
		}
		if a := w.form("/extract/batch", many, nil).invalid("file"); !strings.Contains(a.text("message"), "100") {
			w.Errorf("the limit is not in %q", a.text("message"))
		}
		if a := w.form("/extract", []file{w.hostile("pages-5000.pdf")}, nil).invalid("file"); !strings.Contains(a.text("message"), "200") {
			w.Errorf("the limit is not in %q", a.text("message"))
		}
	}},
	{section: decisions + "Requests", sentence: "`/classify` reads the first 3 pages.", check: classifyFirstPages},
}
