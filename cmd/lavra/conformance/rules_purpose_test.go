package conformance

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"lavra.dev/schemas/catalogue"
)

// purposeRules are the sentences that say what the service is for, and the
// lines of the tables of requests, errors and limits.
var purposeRules = []rule{
	{section: specification + "What the service does", sentence: "The service takes a document and returns either the structured fields read from it or only its document type.", check: func(w *world) {
		if fields, _ := w.form("/extract/sync", []file{w.receipt()}, nil).ok().value("fields").(object); len(fields) < 5 {
			w.Errorf("%d fields", len(fields))
		}
		w.form("/classify", []file{w.receipt()}, nil).ok().want("RECIBO", "document_type").want(nil, "fields")
	}},
	{section: specification + "What the service does", sentence: "XML is accepted only when `documentType` is `NFE`, and only on extraction endpoints", check: func(w *world) {
		xml := w.sample("nfe-xml-01.xml")
		for _, path := range []string{"/extract/sync", "/extract", "/extract/batch"} {
			w.form(path, []file{xml}, nfe).ok()
			for _, other := range catalogue.Names() {
				if other != "NFE" {
					if a := w.form(path, []file{xml}, fields{"documentType": other}); a.status != 400 || !strings.HasPrefix(a.text("message"), textXML) {
						w.Errorf("%s as %s: %d %s", path, other, a.status, clip(a.body))
					}
				}
			}
		}
		w.form("/classify", []file{xml}, nfe).says(400, textClassify)
	}},
	{section: specification + "What the service does", sentence: "Synchronous: one call waits for processing and returns the full result.", check: func(w *world) {
		a := w.form("/extract/sync", []file{w.receipt()}, nil).ok().names(resultMembers).want("success", "status")
		w.get("/extract/"+a.text("request_id")).ok().want(a.value(), "payload")
	}},
	{section: specification + "What the service does", sentence: "Asynchronous: one call returns a request identifier at once; the result is delivered to a callback URL or fetched later by identifier.", waits: true, check: func(w *world) {
		id, got := w.callback("/status/200/both-ways", 1, nil)
		w.await(id).want((answer{body: got[0].body}).value(), "payload")
	}},
	{section: specification + "What the service does", sentence: "Batch: several files in one multipart call; one request identifier per file.", check: func(w *world) {
		a := w.form("/extract/batch", []file{w.receipt(), w.receipt(), blank("png")}, nil).ok()
		if a.text(0, "request_id") == a.text(1, "request_id") || a.value(2) == nil || a.value(3) != nil {
			w.Errorf("%s", clip(a.body))
		}
	}},
	{section: specification + "What the service does", sentence: "Classification: returns only the document type, confidence and a reason; synchronous only; no callback flow.", waits: true, check: func(w *world) {
		a := w.json("/classify", inline(w.receipt(), object{"callbackUrl": w.outside.URL + "/status/200/classified", "callbackMethod": "nenhum"})).ok()
		a.want("RECIBO", "document_type").want("detected_above_threshold", "reason")
		w.get("/extract/"+a.text("request_id")).ok().want(nil, "callback_url")
		time.Sleep(2 * time.Second)
		if n := len(w.outside.received("/status/200/classified")); n != 0 {
			w.Errorf("%d callbacks", n)
		}
	}},
	{section: specification + "What the service does", sentence: "Optional extras: markdown text of the document, and page coordinates of each extracted leaf field.", check: func(w *world) {
		id := w.request(w.sample("nfe-03.pdf"), nil)
		w.get("/extract/"+id+"/markdown").ok().want("success", "markdown_status")
		read, _ := w.get("/extract/"+id).ok().value("payload", "fields").(object)
		placed := 0
		paths := leaves(read)
		for _, path := range paths {
			if a := w.box(id, path).ok(); a.text("resolution_status") == "resolved" {
				placed++
			}
		}
		if len(paths) < 20 || placed < len(paths)*8/10 { // the others are derived, or stand in a bar code
			w.Errorf("%d of %d leaves have a place", placed, len(paths))
		}
	}},
	{section: specification + "FileInput", sentence: "| `fileUrl` | string, URI | Public URL of the file to download |", check: func(w *world) {
		for _, path := range single {
			w.json(path, remote(w.outside.put("uri.pdf", w.receipt().data)+"?x=1#parte", nil)).ok()
		}
	}},
	{section: specification + "FileInput", sentence: "| `filename` | string | Required when `fileBase64` is used |", check: func(w *world) {
		for _, path := range single {
			for _, name := range []any{nil, "", "/"} {
				w.json(path, body(object{"fileBase64": "JVBERi0xLjQK", "filename": name}, nil)).invalid("file.filename")
			}
			w.json(path, remote(w.outside.put("uri.pdf", w.receipt().data), nil)).ok() // and otherwise not
		}
	}},
	{section: specification + "ExtractionResult", sentence: "| `markdown` | string | Present when markdown was requested and is available |", check: func(w *world) {
		w.form("/extract/sync", []file{w.receipt()}, fields{"includeMarkdown": "true"}).ok().names(append(slices.Clone(resultMembers), "markdown"))
		w.form("/extract/sync", []file{w.receipt()}, fields{"includeMarkdown": "false"}).ok().names(resultMembers)
		w.form("/extract/sync", []file{blank("png")}, fields{"includeMarkdown": "true"}).ok().names(resultMembers) // nothing is available
	}},
	{section: specification + "POST /extract/sync", sentence: "| `includeMarkdown` | boolean | no | `false` |", check: func(w *world) {
		w.json("/extract/sync", inline(w.receipt(), nil)).ok().names(resultMembers)
		w.json("/extract/sync", inline(w.receipt(), object{"includeMarkdown": false})).ok().names(resultMembers)
	}},
	{section: specification + "POST /extract/sync", sentence: "| `file` | FileInput | yes | |", check: func(w *world) {
		w.json("/extract/sync", `{"documentType":"RECIBO"}`).says(400, "Nenhum arquivo enviado.")
	}},
	{section: specification + "POST /extract/sync", sentence: "| `documentType` | DocumentType | no | detected when omitted |", check: func(w *world) {
		w.json("/extract/sync", inline(w.receipt(), object{"documentType": "RECIBO"})).ok().want("provided", "service", "document_type_detection", "source")
		w.json("/extract/sync", inline(w.receipt(), nil)).ok().want("detected", "service", "document_type_detection", "source")
	}},
	{section: specification + "POST /extract/sync", sentence: "| `metadata` | object, any content | no | |", check: func(w *world) {
		for _, text := range []string{`{}`, `{"":{"a":[[],{},null,true,-0.5e-3,"\u0000\ud83d\ude00"]}}`, `{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, `{"a":1,"a":2}`} {
			id := w.json("/extract", strings.TrimSuffix(inline(blank("png"), nil), "}")+`,"metadata":`+text+`}`).ok().text("request_id")
			if a := w.await(id); !strings.Contains(string(a.body), `"metadata":`+text) {
				w.Errorf("%.60s came back as another", text)
			}
		}
	}},
	{section: specification + "POST /extract/sync", sentence: "JSON body (`application/json`):", check: func(w *world) {
		for _, kind := range []string{"application/json", "APPLICATION/JSON", "application/json; charset=utf-8", "application/json;charset=UTF-8", "application/json;", ` application/json ; charset="utf-8"`} {
			for _, path := range single {
				w.do("POST", path, []byte("{}"), "Content-Type", kind).says(400, "Nenhum arquivo enviado.")
			}
		}
	}},
	{section: specification + "POST /extract/sync", sentence: "Multipart body (`multipart/form-data`):", check: func(w *world) {
		part := "--XX\r\nContent-Disposition: form-data; name=\"referenceId\"\r\n\r\na\r\n"
		for _, kind := range []string{"multipart/form-data; boundary=XX", "Multipart/Form-Data; Boundary=XX", `multipart/form-data; charset=utf-8; boundary="XX"`} {
			for _, path := range append([]string{"/extract/batch"}, single...) {
				w.do("POST", path, []byte(part+"--XX--\r\n"), "Content-Type", kind).says(400, "Nenhum arquivo enviado.")
				w.do("POST", path, []byte("antes\r\n"+part+"--XX--\r\ndepois"), "Content-Type", kind).says(400, "Nenhum arquivo enviado.")
			}
		}
		for _, path := range single {
			w.form(path, []file{w.receipt(), w.receipt()}, nil).invalid("file")
			w.do("POST", path, []byte(part+part+"--XX--\r\n"), "Content-Type", "multipart/form-data; boundary=XX").invalid("referenceId")
			w.json(path, strings.TrimSuffix(inline(w.receipt(), nil), "}")+`,"referenceId":"a","referenceId":"a"}`).invalid("referenceId")
		}
	}},
	{section: specification + "POST /extract", sentence: "| `callbackUrl` | string | no | Receives the result |", waits: true, check: func(w *world) {
		id, got := w.callback("/status/200/receives", 1, nil)
		(answer{world: w, call: "callback", body: got[0].body}).want(id, "request_id").want("success", "status")
	}},
	{section: specification + "POST /extract", sentence: "| `callbackAuthToken` | string | no | Sent to the callback as bearer authorization |", waits: true, check: func(w *world) {
		if _, got := w.callback("/status/200/bearer", 1, object{"callbackAuthToken": "á b"}); got[0].header.Get("Authorization") != "Bearer á b" {
			w.Errorf("%q", got[0].header.Get("Authorization"))
		}
		w.json("/extract", inline(blank("png"), object{"callbackAuthToken": " a"})).invalid("callbackAuthToken") // HTTP would strip it
	}},
	{section: specification + "POST /extract", sentence: "| `callbackMethod` | `POST`, `PATCH`, `PUT` | no | default `POST` |", waits: true, check: func(w *world) {
		if _, got := w.callback("/status/200/default-method", 1, nil); got[0].method != http.MethodPost {
			w.Errorf("%s", got[0].method)
		}
	}},
	{section: specification + "POST /extract", sentence: "| `signature` | string | no | Opaque string echoed to the callback in a header |", waits: true, check: func(w *world) {
		long := strings.Repeat("assinatura-", 94)[:1024]
		if _, got := w.callback("/status/200/opaque", 1, object{"signature": long}); got[0].header.Get("X-Service-Signature") != long {
			w.Errorf("%q", got[0].header.Get("X-Service-Signature"))
		}
		for _, wrong := range []string{" a", "a ", "\ta", "a\r\nX: y", "a\x00"} { // would not come unchanged
			w.json("/extract", inline(blank("png"), object{"signature": wrong})).invalid("signature")
		}
	}},
	{section: specification + "POST /extract/batch", sentence: "Fields: `file` (repeated, one per document), `documentType`, `callbackUrl` (one, applied to all files), `callbackAuthToken`, `callbackMethod` (`POST`, `PATCH`, `PUT`), `includeMarkdownInWebhook` (boolean), `referenceId`, `metadata` (JSON string applied to all files), `signature`.", waits: true, check: func(w *world) {
		const path = "/status/200/batch-fields"
		a := w.form("/extract/batch", []file{w.receipt(), w.receipt()}, fields{"documentType": "RECIBO", "callbackUrl": w.outside.URL + path, "callbackAuthToken": "t", "callbackMethod": "PATCH", "includeMarkdownInWebhook": "true",
			"referenceId": "r", "metadata": `{"m":1}`, "signature": "s"}).ok()
		for _, d := range w.deliveries(path, 2) {
			sent := answer{world: w, call: "callback", body: d.body}
			sent.want("RECIBO", "document_type").want("r", "reference_id").want(object{"m": 1.0}, "metadata").want("success", "markdown_status")
			if d.method != "PATCH" || d.header.Get("Authorization") != "Bearer t" || d.header.Get("X-Service-Signature") != "s" || sent.text("markdown") == "" {
				w.Errorf("%s %v", d.method, d.header)
			}
		}
		w.await(a.text(0, "request_id")).want("provided", "payload", "service", "document_type_detection", "source")
	}},
	{section: specification + "POST /classify", sentence: "Multipart alternative: `file` (binary) or `fileUrl`, plus the same optional fields.", check: func(w *world) {
		for _, a := range []answer{
			w.form("/classify", []file{w.receipt()}, fields{"referenceId": "c", "metadata": `{"a":1}`, "timeout": "60000"}),
			w.form("/classify", nil, fields{"fileUrl": w.outside.put("classe.pdf", w.receipt().data), "referenceId": "c", "metadata": `{"a":1}`, "timeout": "60000"}),
			w.json("/classify", inline(w.receipt(), object{"referenceId": "c", "metadata": object{"a": 1}, "timeout": 60000})),
		} {
			w.get("/extract/"+a.ok().text("request_id")).ok().want("c", "reference_id").want(object{"a": 1.0}, "metadata")
		}
	}},
	{section: specification + "POST /classify", sentence: "Responses: `200` classification result; `400`; `401`; `408` synchronous timeout", check: func(w *world) {
		w.json("/classify", "{}").says(400, "Nenhum arquivo enviado.")
		w.as("").json("/classify", "{}").is(401, unauthorized)
	}},
	{section: specification + "POST /classify", sentence: "JSON body: `file` (FileInput, required), `referenceId` (string), `metadata` (object), `timeout` (integer ms, default `60000`, minimum `10000`, maximum `300000`).", check: func(w *world) {
		w.json("/classify", inline(w.receipt(), object{"referenceId": "c", "metadata": object{}, "timeout": 10000})).ok()
		w.json("/classify", `{"referenceId":"c"}`).says(400, "Nenhum arquivo enviado.")
		for field, value := range (object{"referenceId": 1, "metadata": "{}", "timeout": 9999}) {
			w.json("/classify", inline(w.receipt(), object{field: value})).invalid(field)
		}
	}},
	{section: specification + "POST /extract", sentence: "Error responses: `400` (body with `message`, and `request_id` when the request had already been created), `401`.", check: func(w *world) {
		w.json("/extract", "{}").names([]string{"message"}).says(400, "Nenhum arquivo enviado.")
		w.as("").json("/extract", "{}").is(401, unauthorized)
	}},
	{section: specification + "POST /extract/batch", sentence: "Errors: `400`, `401`.", check: func(w *world) {
		w.form("/extract/batch", nil, nil).says(400, "Nenhum arquivo enviado.")
		w.as("").form("/extract/batch", []file{w.receipt()}, nil).is(401, unauthorized)
	}},
	{section: specification + "GET /extract/{requestId}/markdown", sentence: "Response `200`: markdown record as JSON.", check: func(w *world) {
		id := w.request(w.receipt(), nil)
		a := w.get("/extract/"+id+"/markdown").ok().want(id, "request_id").want("RECIBO", "document_type")
		if a.header.Get("Content-Type") != "application/json; charset=utf-8" || !isTime(a.value("markdown_generated_at")) || !isText(a.value("markdown")) {
			w.Errorf("%s %s", a.header.Get("Content-Type"), clip(a.body))
		}
	}},
	{section: specification + "GET /extract/{requestId}/bounding-box", sentence: "Response `200`: bounding-box record.", check: func(w *world) {
		id := w.request(w.receipt(), nil)
		w.box(id, "fields.valor").ok().want(id, "request_id").want("RECIBO", "document_type").want("fields.valor", "field_path").want(4587.47, "value").want("resolved", "resolution_status")
	}},
	{section: specification + "Bounding-box record", sentence: "| `not_indexed` | The request has no indexed boxes (older extractions, or flows without indexing) | `bounding_boxes_not_indexed_for_request` |", check: func(w *world) {
		w.box(w.request(w.sample("nfe-xml-01.xml"), nfe), "fields.itens[0].descricao").ok().want("not_indexed", "resolution_status").want("bounding_boxes_not_indexed_for_request", "reason")
	}},
	{section: specification + "Authentication", sentence: "A request whose account is inactive gives `403` (see Errors).", waits: true, check: func(w *world) {
		w.run("account", "create", "parada")
		key, _, _ := strings.Cut(w.run("key", "create", "parada"), "\n")
		within(w, "the key", func() bool { return w.as(key).get("/extract/x").status == 404 })
		w.run("account", "disable", "parada")
		within(w, "the end of the account", func() bool { return w.as(key).get("/extract/x").status == 403 })
		w.as(key).form("/extract", []file{w.receipt()}, nil).is(403, forbidden)
		w.as(key).get("/nada").says(404, "Not found")
	}},
	{section: specification + "Errors", sentence: "both are treated as accepting XML with `NFE`", check: func(w *world) {
		for _, path := range []string{"/extract", "/extract/sync"} {
			w.json(path, inline(w.sample("nfe-xml-01.xml"), object{"documentType": "NFE"})).ok()
			w.json(path, remote(w.outside.put("nota.xml", w.sample("nfe-xml-01.xml").data), object{"documentType": "NFE"})).ok()
		}
	}},
	{section: specification + "Limits", sentence: "Maximum file size exists (a `400` is given when exceeded)", check: func(w *world) {
		w.strictly().form("/extract", []file{{"grande.pdf", append(w.receipt().data, make([]byte, 1<<20)...)}}, nil).says(400, textTooLarge)
	}},
	{section: decisions + "Batch", sentence: "Answer: the array of the contract.", check: func(w *world) {
		a := w.form("/extract/batch", []file{blank("png")}, nil).ok().names([]string{"request_id", "status"}, 0).want("in_progress", 0, "status").want(nil, 1)
		if !listOf(isObject)(a.value()) {
			w.Errorf("%s", clip(a.body))
		}
	}},
	{section: specification + "States and transitions", sentence: "| (none) | `POST /extract` or an item of `POST /extract/batch` accepted | Valid request | `in_progress` | Identifier returned at once |", check: func(w *world) {
		idle, get := w.at(w.idlePost), w.at(w.idleGet)
		start := time.Now()
		one := idle.form("/extract", []file{w.receipt()}, nil).ok().want("in_progress", "status").text("request_id")
		many := idle.form("/extract/batch", []file{w.receipt(), w.receipt()}, nil).ok()
		if took := time.Since(start); took > 5*time.Second { // nothing is ever read there
			w.Errorf("answered after %s", took)
		}
		for _, id := range []string{one, many.text(0, "request_id"), many.text(1, "request_id")} {
			get.get("/extract/"+id).ok().want("in_progress", "status").want("received", "current_step")
		}
	}},
	{section: specification + "States and transitions", sentence: "Synchronous extraction and classification have no stored in-progress phase in the response: they return the final result or a timeout error.", check: func(w *world) {
		for _, f := range []file{w.receipt(), blank("png"), w.hostile("encrypted-user.pdf")} {
			if s := w.form("/extract/sync", []file{f}, nil).ok().text("status"); !outcomes(s) {
				w.Errorf("%s: %s", f.name, s)
			}
		}
	}},
	{section: specification + "States and transitions", sentence: "After a synchronous timeout the request keeps processing and can be read by `GET /extract/{requestId}` with the returned `request_id`.", waits: true, check: func(w *world) {
		a := w.at(w.idlePost).form("/extract/sync", []file{w.receipt()}, fields{"timeout": "10000"})
		w.at(w.idleGet).get("/extract/"+a.text("request_id")).ok().want(a.value("request_id"), "request_id").want("in_progress", "status")
	}},
	{section: specification + "Endpoints", sentence: "All endpoints require the bearer key (see Authentication).", check: func(w *world) {
		for _, e := range endpoints {
			a := w.as("").do(e.method, e.path, nil).is(401, unauthorized)
			if a.header.Get("WWW-Authenticate") != "Bearer" {
				w.Errorf("%s: WWW-Authenticate %q", a.call, a.header.Get("WWW-Authenticate"))
			}
		}
	}},
	{section: specification + "GET /extract/{requestId}", sentence: "Errors: `401`, `404`.", check: func(w *world) {
		w.as("").get("/extract/"+unknownID).is(401, unauthorized)
		w.get("/extract/"+unknownID).says(404, notFound)
	}},
	{section: specification + "GET /extract/{requestId}/bounding-box", sentence: "Query parameter `fieldPath`: required; must start with `fields.` and point to a leaf (string, number, boolean or null)", check: func(w *world) {
		path := "/extract/" + w.request(w.receipt(), nil) + "/bounding-box"
		for _, query := range []string{"", "?", "?fieldPath=", "?fieldpath=fields.valor", "?fieldPath=fields.valor&fieldPath=fields.valor", "?fieldPath=fields.a" + strings.Repeat("[0]", 300), "?fieldPath=fields.itens[9999999].x", "?fieldPath=fields.itens[00].x"} {
			w.get(path + query).invalid("fieldPath")
		}
		w.get(path + "?fieldPath=%zz").invalid("consulta")
		w.get(path + "?fieldPath=fields%2Evalor&outro=1").ok()
	}},
	{section: specification + "Bounding-box record", sentence: "Pixel position is the fraction multiplied by the rendered page size in pixels.", check: func(w *world) {
		f := w.sample("recibo-06.jpg")
		picture, err := jpeg.Decode(bytes.NewReader(f.data))
		if err != nil {
			w.Fatal(err)
		}
		size := picture.Bounds()
		got := w.boxOf(w.request(f, nil), "fields.valor", size)
		var truth answer
		truth.body = w.sample("recibo-06.truth.json").data
		printed := func(edge string) float64 { return truth.number("boxes", "fields.valor", 0, edge) }
		x, y := printed("left")*float64(size.Dx()), printed("top")*float64(size.Dy())
		want := image.Rect(int(x), int(y), int(x+printed("width")*float64(size.Dx())), int(y+printed("height")*float64(size.Dy())))
		if shared := area(got.Intersect(want)); shared < area(got)/2 && shared < area(want)/2 {
			w.Errorf("at %v, printed at %v", got, want)
		}
	}},
	{section: decisions + "Bounding boxes", sentence: "Boxes are in the space of the page as the client sent it (a sideways scan: the sideways page).", check: func(w *world) {
		f := w.sample("recibo-06.jpg")
		picture, err := jpeg.Decode(bytes.NewReader(f.data))
		if err != nil {
			w.Fatal(err)
		}
		turned := quarter(picture)
		var b bytes.Buffer
		if err := jpeg.Encode(&b, turned, &jpeg.Options{Quality: 95}); err != nil {
			w.Fatal(err)
		}
		upright := w.boxOf(w.request(f, nil), "fields.valor", picture.Bounds())
		sideways := w.boxOf(w.request(file{"deitado.jpg", b.Bytes()}, nil), "fields.valor", turned.Bounds())
		// Clockwise: what was left is on top, what was on top is right.
		want := image.Rect(picture.Bounds().Dy()-upright.Max.Y, upright.Min.X, picture.Bounds().Dy()-upright.Min.Y, upright.Max.X)
		for _, d := range []int{want.Min.X - sideways.Min.X, want.Min.Y - sideways.Min.Y, want.Max.X - sideways.Max.X, want.Max.Y - sideways.Max.Y} {
			if math.Abs(float64(d)) > 0.02*float64(turned.Bounds().Dy()) {
				w.Fatalf("at %v, want %v", sideways, want)
			}
		}
	}},
	{section: specification + "Errors", sentence: "| `200` | Success | per endpoint |", check: func(w *world) {
		for _, path := range append([]string{"/extract/batch"}, single...) {
			w.form(path, []file{w.receipt()}, nil).ok()
		}
	}},
	{section: specification + "Errors", sentence: "| `400` | Validation failure | `{ message }`, plus `request_id` when the request was already created |", check: func(w *world) {
		for _, path := range append([]string{"/extract/batch"}, single...) {
			w.form(path, nil, nil).names([]string{"message"})
		}
		w.get("/extract/batch").names([]string{"message"})
	}},
	{section: specification + "Errors", sentence: "| `401` | Key missing or invalid | `{ error: 'Unauthorized' }` |", check: func(w *world) {
		for _, key := range []string{"", "x", mainKey + "0", mainKey[1:], strings.ToUpper(mainKey), strings.Repeat("k", 8000)} {
			w.as(key).get("/extract/"+unknownID).is(401, unauthorized)
		}
	}},
	{section: specification + "Errors", sentence: "| Schema violation (missing parameter, wrong type, value out of range) | `Dados inválidos: <detail>` |", check: func(w *world) {
		w.json("/extract/sync", inline(w.receipt(), object{"timeout": "60000"})).says(400, "Dados inválidos: timeout: deve ser um número inteiro.")
		w.json("/extract/sync", inline(w.receipt(), object{"timeout": 9999})).says(400, "Dados inválidos: timeout: deve estar entre 10000 e 300000 milissegundos.")
		w.json("/extract", `{"file":{"fileBase64":"AAAA"}}`).says(400, "Dados inválidos: file.filename: é obrigatório quando fileBase64 é usado.")
		w.json("/extract", strings.TrimSuffix(inline(w.receipt(), nil), "}")+",\"referenceId\":\"\xff\"}").says(400, "Dados inválidos: referenceId: deve ser texto em UTF-8.")
		w.json("/extract", strings.TrimSuffix(inline(w.receipt(), nil), "}")+`,"referenceId":"\ud800"}`).says(400, "Dados inválidos: referenceId: deve ser texto em UTF-8.")
	}},
	{section: specification + "Errors", sentence: "| `documentType` not in the list | message not given |", check: func(w *world) {
		for _, path := range []string{"/extract", "/extract/sync", "/extract/batch"} {
			for _, name := range []string{"PASSAPORTE", "nfe", " NFE", "NFE ", "", "NFE\x00"} {
				w.form(path, []file{w.receipt()}, fields{"documentType": name}).says(400, "Dados inválidos: documentType: tipo de documento desconhecido.")
			}
		}
	}},
	{section: specification + "Errors", sentence: "any other type with XML gives `400`.", check: func(w *world) {
		w.everyForm(w.sample("nfe-xml-01.xml"), textXML, "/extract", "/extract/sync")
	}},
	{section: specification + "Limits", sentence: "| `timeout` | 10000 to 300000 ms, default 60000 | `/extract/sync`, `/classify` |", waits: true, check: func(w *world) {
		for _, path := range []string{"/extract/sync", "/classify"} {
			w.json(path, inline(w.receipt(), object{"timeout": 300000})).ok()
			w.json(path, inline(w.receipt(), object{"timeout": 1e4})).ok()
		}
		start := time.Now()
		a := w.at(w.idlePost).form("/extract/sync", []file{w.receipt()}, nil)
		if took := time.Since(start); a.status != 408 || took < 60*time.Second || took > 66*time.Second {
			w.Errorf("without a timeout: %d after %s", a.status, took)
		}
	}},
	{section: specification + "Limits", sentence: "| Callback delivery attempts | 3 | callbacks |", waits: true, check: func(w *world) {
		const path = "/status/500/attempts"
		id, _ := w.callback(path, 3, nil)
		if got := w.attempts(id, 3); len(got) != 3 || !strings.HasPrefix(got[2], "3\texhausted\t500") {
			w.Errorf("attempts %q", got)
		}
		if n := len(w.outside.received(path)); n != 3 {
			w.Errorf("%d attempts", n)
		}
	}},
	{section: specification + "Limits", sentence: "| Formats | PDF, JPEG/JPG, PNG, TIFF; XML only for `NFE` extraction | all upload paths |", check: func(w *world) {
		for _, f := range []file{w.receipt(), blank("jpeg"), blank("png"), blank("tiff")} {
			url := w.outside.put(f.name, f.data)
			for _, path := range single {
				w.form(path, []file{f}, nil).ok()
				w.json(path, inline(f, nil)).ok()
				w.json(path, remote(url, nil)).ok()
			}
			w.form("/extract/batch", []file{f}, nil).ok()
		}
		for _, data := range []string{"GIF89a" + strings.Repeat("\x00", 64), "BM" + strings.Repeat("\x00", 64), "RIFF\x24\x00\x00\x00WEBPVP8 ", "<html><body>a</body></html>", "{}", "\x00"} {
			w.form("/extract", []file{{"pagina.pdf", []byte(data)}}, nil).says(400, textFormat)
		}
	}},
	{section: specification + "Limits", sentence: "| Private, loopback and link-local target addresses | refused | `fileUrl` downloads |", check: func(w *world) {
		for _, host := range []string{"10.255.255.255", "172.31.255.255", "192.168.255.255", "127.255.255.255", "169.254.0.1", "[::1]", "[fe80::1]", "[fd12:3456::1]"} {
			w.json("/extract", remote("http://"+host+"/", nil)).says(400, textAddress)
		}
	}},
	{section: decisions + "Batch", sentence: "`Location` is a response header.", check: func(w *world) {
		a := w.form("/extract/batch", []file{blank("png")}, nil).ok()
		w.get(a.header.Get("Location")).ok()
	}},
}

// leaves are the paths of all values of a result.
func leaves(read object) (paths []string) {
	for name, field := range read {
		switch value := field.(object)["value"].(type) {
		case []any:
			for i, row := range value {
				for cell, v := range row.(object) {
					if v != nil {
						paths = append(paths, "fields."+name+"["+strconv.Itoa(i)+"]."+cell)
					}
				}
			}
		case nil:
		default:
			paths = append(paths, "fields."+name)
		}
	}
	return paths
}

// boxOf is the first segment of a field in pixels.
func (w *world) boxOf(id, path string, page image.Rectangle) image.Rectangle {
	w.Helper()
	a := w.box(id, path).ok().want("resolved", "resolution_status")
	edge := func(name string) float64 { return a.number("segments", 0, "bounding_box", name) }
	x, y := edge("left")*float64(page.Dx()), edge("top")*float64(page.Dy())
	return image.Rect(int(x), int(y), int(x+edge("width")*float64(page.Dx())), int(y+edge("height")*float64(page.Dy())))
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }

// quarter turns a picture clockwise.
func quarter(picture image.Image) image.Image {
	size := picture.Bounds()
	turned := image.NewRGBA(image.Rect(0, 0, size.Dy(), size.Dx()))
	for y := range size.Dy() {
		for x := range size.Dx() {
			turned.Set(size.Dy()-1-y, x, picture.At(size.Min.X+x, size.Min.Y+y))
		}
	}
	return turned
}
