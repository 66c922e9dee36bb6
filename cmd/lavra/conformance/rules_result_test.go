package conformance

import (
	"bytes"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"lavra.dev/schemas/catalogue"
)

var resultMembers = []string{"request_id", "document_type", "status", "reference_id", "metadata", "fields", "service", "processed_at"}

// wrongCNPJ is the invoice with a check digit that is not right.
func (w *world) wrongCNPJ() file {
	f := w.sample("nfe-xml-01.xml")
	return file{"nfe-cnpj.xml", bytes.ReplaceAll(f.data, []byte("<CNPJ>62418707000170</CNPJ>"), []byte("<CNPJ>62418707000171</CNPJ>"))}
}

var nfe = fields{"documentType": "NFE"}

// resultRules are about the result of an extraction.
var resultRules = []rule{
	{section: specification + "ExtractionResult", sentence: "Callback and stored results also carry `reference_id` and `metadata` (see Events).", check: func(w *world) {
		a := w.form("/extract", []file{w.receipt()}, fields{"referenceId": "r", "metadata": `{"n":12345678901234567890}`}).ok()
		end := w.await(a.text("request_id")).names(resultMembers, "payload").want("r", "payload", "reference_id")
		if !strings.Contains(string(end.body), `{"n":12345678901234567890}`) {
			w.Error("the metadata is not what was sent")
		}
	}},
	{section: specification + "Field (value", sentence: "| `value` | any (type depends on the field); may be null | Extracted value | | `confidence_score` | number | Confidence of this field, when available | | `error` | string or null | Validation error message for this field, when any |",
		check: func(w *world) {
			a := w.get("/extract/" + w.request(w.receipt(), nil)).ok()
			a.names([]string{"value", "confidence_score", "error"}, "payload", "fields", "valor").want(4587.47, "payload", "fields", "valor", "value").want(nil, "payload", "fields", "valor", "error")
		}},
	{section: specification + "Quality block", sentence: "| `reliability_score` | number |", check: func(w *world) {
		w.get("/extract/"+w.request(w.receipt(), nil)).ok().names([]string{"reliability_score", "reliability_level", "missing_fields", "inconsistencies", "summary", "schema_version",
			"confidence_heatmap", "document_type_detection"}, "payload", "service")
	}},
	{section: specification + "Limits", sentence: "| `confidence_heatmap` values | 0 to 100 | result |", check: heatmap},
	{section: decisions + "Status and result", sentence: "`confidence_score` 0 to 1; `confidence_heatmap` = 100 x that, rounded, for every field of the type that was read; `reliability_score` 0 to 100, `high` from 85, `medium` from 60, else `low`.", check: func(w *world) {
		heatmap(w)
		for _, f := range []file{w.receipt(), blank("png")} {
			a := w.get("/extract/" + w.request(f, nil)).ok()
			score, level := a.number("payload", "service", "reliability_score"), a.text("payload", "service", "reliability_level")
			if want := map[bool]string{true: "high", false: map[bool]string{true: "medium", false: "low"}[score >= 60]}[score >= 85]; level != want || score < 0 || score > 100 {
				w.Errorf("%v is %s", score, level)
			}
		}
	}},
	{section: decisions + "Status and result", sentence: "Outcome: `success` if every required field of the type was read and is valid", check: func(w *world) {
		w.get("/extract/"+w.request(w.receipt(), nil)).ok().want("success", "status").want("completed", "current_step").want([]any{}, "payload", "service", "missing_fields")
	}},
	{section: decisions + "Status and result", sentence: "`partial_success` if at least one field was read but a required one is missing or invalid", check: func(w *world) {
		a := w.get("/extract/"+w.request(w.wrongCNPJ(), nfe)).ok().want("partial_success", "status").want("completed", "current_step")
		if n := len(a.value("validation_errors").([]any)); n == 0 {
			w.Error("no validation error")
		}
	}},
	{section: decisions + "Status and result", sentence: "`failed` if nothing was read, the type was neither given nor found, or the file could not be processed.", check: func(w *world) {
		w.get("/extract/"+w.request(blank("png"), nil)).ok().want("failed", "status").want(nil, "document_type")
		w.get("/extract/"+w.request(blank("png"), fields{"documentType": "CNH"})).ok().want("failed", "status")
		w.get("/extract/"+w.request(w.hostile("encrypted-user.pdf"), nil)).ok().want("failed", "status")
	}},
	{section: decisions + "Status and result", sentence: "A failed result says why in `service.inconsistencies` (Portuguese) and `service.summary`.", check: func(w *world) {
		for _, f := range []file{blank("png"), w.hostile("encrypted-user.pdf")} {
			a := w.get("/extract/" + w.request(f, nil)).ok()
			if list, _ := a.value("payload", "service", "inconsistencies").([]any); len(list) == 0 || a.text("payload", "service", "summary") == "" {
				w.Errorf("%s fails without a reason: %s", f.name, clip(a.body))
			}
		}
	}},
	{section: decisions + "Status and result", sentence: "current_step` of a failed request: `failed`.", check: func(w *world) {
		w.get("/extract/"+w.request(blank("png"), nil)).ok().want("failed", "current_step")
	}},
	{section: decisions + "Status and result", sentence: "`validation_errors`: `[{\"field\": \"fields.cpf\", \"error\": \"CPF inválido: dígito verificador não confere.\"}]`.", check: func(w *world) {
		a := w.get("/extract/" + w.request(w.wrongCNPJ(), nfe)).ok()
		a.want("fields.emitente_cnpj", "validation_errors", 0, "field").want("CNPJ inválido: dígito verificador não confere.", "validation_errors", 0, "error")
		a.want("CNPJ inválido: dígito verificador não confere.", "payload", "fields", "emitente_cnpj", "error")
	}},
	{section: decisions + "Status and result", sentence: "Cells of a list are plain values; a cell's check failure stands in `validation_errors` under its path (`fields.itens[2].ncm`).", check: func(w *world) {
		a := w.get("/extract/" + w.request(w.sample("nfe-03.pdf"), nil)).ok()
		if a.text("payload", "fields", "itens", "value", 0, "descricao") == "" {
			w.Errorf("no plain cell: %s", clip(a.body))
		}
	}},
	{section: decisions + "Status and result", sentence: "Every catalogue field that was not found is left out of `fields`; the required ones are in `missing_fields`.", check: func(w *world) {
		a := w.get("/extract/" + w.request(w.receipt(), fields{"documentType": "NFE"})).ok()
		missing, _ := a.value("payload", "service", "missing_fields").([]any)
		if a.value("payload", "fields", "chave_acesso") != nil || !slices.Contains(missing, any("chave_acesso")) {
			w.Errorf("missing: %v", missing)
		}
	}},
	{section: decisions + "Status and result", sentence: "`document_type` is null where no type was given or accepted; `source` is one of three values.", check: func(w *world) {
		w.get("/extract/"+w.request(blank("png"), nil)).ok().want(nil, "document_type").want("detected", "payload", "service", "document_type_detection", "source")
	}},
	{section: decisions + "Status and result", sentence: "Dates are RFC 3339 in UTC with milliseconds.", check: func(w *world) {
		a := w.get("/extract/" + w.request(w.receipt(), nil)).ok()
		form := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)
		for _, name := range []string{"created_at", "completed_at", "processed_at", "markdown_generated_at"} {
			if at, err := time.Parse(time.RFC3339, a.text(name)); !form.MatchString(a.text(name)) || err != nil || time.Since(at) > time.Hour || time.Until(at) > time.Minute {
				w.Errorf("%s: %s", name, a.text(name))
			}
		}
	}},
	{section: decisions + "Status and result", sentence: "`completed_at` = `processed_at` = when the request became terminal.", check: func(w *world) {
		a := w.get("/extract/" + w.request(w.receipt(), nil)).ok()
		a.want(a.value("completed_at"), "processed_at").want(a.value("completed_at"), "payload", "processed_at")
	}},
	{section: specification + "DocumentTypeDetection", sentence: "| `source` | `provided` or `detected` (a classification sample shows another value, `model`) |", check: func(w *world) {
		members := []string{"source", "provided_document_type", "detected_document_type", "confidence", "threshold", "accepted", "reason"}
		at := []any{"payload", "service", "document_type_detection"}
		w.get("/extract/"+w.request(w.receipt(), nil)).ok().names(members, at...).want("detected", append(at, "source")...).want(nil, append(at, "provided_document_type")...)
		w.get("/extract/"+w.request(w.receipt(), fields{"documentType": "RECIBO"})).ok().names(members, at...).want("provided", append(at, "source")...).want("RECIBO", append(at, "provided_document_type")...)
	}},
	{section: decisions + "Type detection", sentence: "`reason`: `provided_type_matches_detected`, `provided_type_differs_from_detected`, `provided_type_not_verifiable` (nothing was detected), `detected_above_threshold`, `detected_below_threshold`, `no_type_detected`, `nfe_xml`.",
		check: func(w *world) {
			for _, c := range []struct {
				f      file
				given  string
				reason string
			}{
				{w.receipt(), "RECIBO", "provided_type_matches_detected"}, {w.receipt(), "NFE", "provided_type_differs_from_detected"}, {blank("png"), "CNH", "provided_type_not_verifiable"},
				{w.receipt(), "", "detected_above_threshold"}, {blank("png"), "", "no_type_detected"}, {w.sample("nfe-xml-01.xml"), "NFE", "nfe_xml"},
			} {
				values := fields{}
				if c.given != "" {
					values["documentType"] = c.given
				}
				w.get("/extract/"+w.request(c.f, values)).ok().want(c.reason, "payload", "service", "document_type_detection", "reason")
			}
		}},
	{section: decisions + "Type detection", sentence: "A given type is always the one extracted; when the detected one differs above the threshold, `accepted` is false and `inconsistencies` says so.", check: func(w *world) {
		a := w.get("/extract/"+w.request(w.receipt(), fields{"documentType": "NFE"})).ok().want("NFE", "document_type")
		a.want(false, "payload", "service", "document_type_detection", "accepted").want("RECIBO", "payload", "service", "document_type_detection", "detected_document_type")
		if list, _ := a.value("payload", "service", "inconsistencies").([]any); len(list) == 0 {
			w.Error("no inconsistency says so")
		}
	}},
	{section: decisions + "Type detection", sentence: "`source`: `provided` where the client gave the type, `detected` where the service found it during extraction", check: func(w *world) {
		for source, values := range map[string]fields{"provided": {"documentType": "RECIBO"}, "detected": nil} {
			for _, f := range []file{w.receipt(), blank("png")} {
				w.get("/extract/"+w.request(f, values)).ok().want(source, "payload", "service", "document_type_detection", "source")
			}
		}
	}},
	{section: decisions + "Status and result", sentence: "`schema_version`: the catalogue's version.", check: func(w *world) {
		for _, f := range []file{w.receipt(), blank("png")} {
			w.get("/extract/"+w.request(f, nil)).ok().want(catalogue.Version, "payload", "service", "schema_version")
		}
	}},
	{section: specification + "Document Extraction and Classification Service: Interface Specification", sentence: "The neutral word `service` appears in two exact identifiers: the quality block `service` of a result and the callback header `x-service-signature`.", waits: true, check: func(w *world) {
		_, got := w.callback("/status/200/identifiers", 1, object{"signature": "s"})
		(answer{world: w, call: "callback", body: got[0].body}).names([]string{"reliability_score", "reliability_level", "missing_fields", "inconsistencies", "summary", "schema_version", "confidence_heatmap", "document_type_detection"}, "service")
		if len(got[0].header.Values("x-service-signature")) != 1 {
			w.Errorf("headers %v", got[0].header)
		}
	}},
	{section: decisions + "Status and result", sentence: "The score means something: it is calibrated, so that of the fields given with confidence c about a share c is right.", check: calibrated},
	{section: specification + "Versioning", sentence: "Results carry `schema_version` (string) inside the `service` block.", check: func(w *world) {
		if w.get("/extract/"+w.request(w.receipt(), nil)).ok().text("payload", "service", "schema_version") == "" {
			w.Error("no schema_version")
		}
	}},
}

// heatmap compares the confidences of a result with its heatmap.
func heatmap(w *world) {
	a := w.get("/extract/" + w.request(w.receipt(), nil)).ok()
	read, _ := a.value("payload", "fields").(object)
	heat, _ := a.value("payload", "service", "confidence_heatmap").(object)
	if len(read) == 0 || len(read) != len(heat) {
		w.Errorf("%d fields, %d in the heatmap", len(read), len(heat))
	}
	for name := range read {
		score, _ := read[name].(object)["confidence_score"].(float64)
		if got, _ := heat[name].(float64); got < 0 || got > 100 || score < 0 || score > 1 || math.Abs(got-100*score) > 0.5001 || got != math.Round(got) {
			w.Errorf("%s: confidence %v, heatmap %v", name, score, heat[name])
		}
	}
}

// classifyRules are about POST /classify.
var classifyRules = []rule{
	{section: specification + "Classification result", sentence: "It never contains `fields`, `service`, `markdown` or `processed_at`.", check: func(w *world) {
		a := w.form("/classify", []file{w.receipt()}, nil).ok()
		a.names([]string{"request_id", "status", "document_type", "confidence", "reason", "document_type_detection"}).want("success", "status").want("RECIBO", "document_type")
	}},
	{section: specification + "Limits", sentence: "| `confidence` | 0 to 1 | classification |", check: func(w *world) {
		if c := w.form("/classify", []file{w.receipt()}, nil).ok().number("confidence"); c <= 0 || c > 1 {
			w.Errorf("confidence %v", c)
		}
	}},
	{section: decisions + "Type detection", sentence: "`model` on `/classify`.", check: func(w *world) {
		w.form("/classify", []file{w.receipt()}, nil).ok().want("model", "document_type_detection", "source").want("detected_above_threshold", "reason")
	}},
	{section: decisions + "Type detection", sentence: "`/classify` of a file that cannot be read: `200`, `document_type` null, `confidence` 0, `no_type_detected`.", check: func(w *world) {
		for _, f := range []file{blank("png"), w.hostile("encrypted-user.pdf"), w.hostile("truncated.pdf")} {
			w.form("/classify", []file{f}, nil).ok().want("success", "status").want(nil, "document_type").want(0.0, "confidence").want("no_type_detected", "reason")
		}
	}},
	{section: specification + "POST /classify", sentence: "XML files are rejected with `400`.", check: func(w *world) {
		w.form("/classify", []file{w.sample("nfe-xml-01.xml")}, nil).says(400, textClassify)
	}},
	{section: decisions + "Status and result", sentence: "A `/classify` identifier can be read by `GET /extract/{id}` too: `payload` is then the classification result.", check: func(w *world) {
		first := w.form("/classify", []file{w.receipt()}, fields{"referenceId": "c", "metadata": `{"a":1}`}).ok()
		a := w.get("/extract/"+first.text("request_id")).ok().want("c", "reference_id").want(object{"a": 1.0}, "metadata").want("success", "status")
		a.want(first.value(), "payload")
	}},
}

// classifyFirstPages compares what was read of a long document.
func classifyFirstPages(w *world) {
	long := w.long()
	classified := w.form("/classify", []file{long}, nil).ok().text("request_id")
	extracted := w.form("/extract/sync", []file{long}, nil).ok().text("request_id")
	some := w.get("/extract/" + classified + "/markdown").ok().text("markdown")
	all := w.get("/extract/" + extracted + "/markdown").ok().text("markdown")
	if some == "" || len(all) <= len(some) || !strings.HasPrefix(all, strings.TrimSpace(some)) {
		w.Errorf("%d bytes of text from the first pages, %d from all", len(some), len(all))
	}
}

// statusRules are about GET /extract/{requestId}.
var statusRules = []rule{
	{section: specification + "Request status record", sentence: "| `payload` | ExtractionResult or null | Full result once finished; null while processing |", check: func(w *world) {
		members := []string{"request_id", "document_type", "status", "current_step", "callback_url", "reference_id", "validation_errors", "payload", "metadata", "created_at", "completed_at", "processed_at",
			"markdown_status", "markdown_generated_at"}
		w.get("/extract/"+w.request(w.receipt(), nil)).ok().names(members).names(resultMembers, "payload")
		w.at(w.idleGet).get("/extract/"+w.idleRequest()).ok().names(members).want(nil, "payload")
	}},
	{section: specification + "Request status record", sentence: "| `callback_url` | string | Callback URL given at creation |", check: func(w *world) {
		url := w.outside.URL + "/status/200/status-record?token=segredo&a=<b>#c"
		a := w.form("/extract", []file{blank("png")}, fields{"callbackUrl": url}).ok()
		w.get("/extract/"+a.text("request_id")).ok().want(url, "callback_url")
	}},
	{section: decisions + "Status and result", sentence: "Absent values are `null`, not left out, in the status record.", check: func(w *world) {
		a := w.at(w.idleGet).get("/extract/" + w.idleRequest()).ok()
		for _, name := range []string{"document_type", "callback_url", "reference_id", "payload", "metadata", "completed_at", "processed_at", "markdown_generated_at"} {
			a.want(nil, name)
		}
		a.want([]any{}, "validation_errors").want("in_progress", "status").want("pending", "markdown_status")
	}},
	{section: decisions + "Status and result", sentence: "No metadata: null.", check: func(w *world) {
		w.get("/extract/"+w.request(w.receipt(), nil)).ok().want(nil, "metadata").want(nil, "payload", "metadata")
	}},
	{section: decisions + "Status and result", sentence: "This service never reports `completed`.", check: func(w *world) {
		w.get("/extract/"+w.request(w.receipt(), nil)).ok().want("success", "status").want("success", "payload", "status")
	}},
	{section: decisions + "Requests", sentence: "`request_id`: UUIDv7, text form.", check: func(w *world) {
		form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
		if id := w.form("/extract", []file{blank("png")}, nil).ok().text("request_id"); !form.MatchString(id) {
			w.Errorf("request_id %s", id)
		}
	}},
	{section: specification + "GET /extract/{requestId}", sentence: "Response `200`: request status record.", check: func(w *world) {
		id := w.request(w.receipt(), nil)
		w.get("/extract/"+id).ok().want(id, "request_id").want(id, "payload", "request_id")
	}},
	{section: specification + "States and transitions", sentence: "terminal: `success`, `partial_success` or `failed` | Callback delivered when a callback URL was given; `payload` of the status record becomes non-null", check: func(w *world) {
		id := w.form("/extract", []file{w.receipt()}, nil).ok().text("request_id")
		if w.await(id).value("payload") == nil {
			w.Error("no payload")
		}
	}},
}

// idleRequest is a request that never ends.
func (w *world) idleRequest() string {
	w.Helper()
	if known["idle"] == "" {
		known["idle"] = w.at(w.idlePost).form("/extract", []file{w.receipt()}, nil).ok().text("request_id")
	}
	return known["idle"]
}

// markdownRules are about the text of a document.
var markdownRules = []rule{
	{section: specification + "Markdown record", sentence: "`request_id`, `document_type`, `request_status` (status of the request), `markdown_status`, `markdown_generated_at`, `markdown_error` (string or null), `markdown` (string, present when available).", check: func(w *world) {
		members := []string{"request_id", "document_type", "request_status", "markdown_status", "markdown_generated_at", "markdown_error"}
		a := w.get("/extract/" + w.request(w.receipt(), nil) + "/markdown").ok().names(append(slices.Clone(members), "markdown"))
		a.want("success", "request_status").want("success", "markdown_status").want(nil, "markdown_error")
		w.get("/extract/"+w.request(blank("png"), nil)+"/markdown").ok().names(members).want("failed", "markdown_status").want(nil, "markdown")
	}},
	{section: specification + "GET /extract/{requestId}/markdown", sentence: "When the request carries `Accept: text/markdown` and `markdown_status` is `success`, the body is the raw markdown with content type `text/markdown; charset=utf-8`, with no JSON envelope.", check: func(w *world) {
		path := "/extract/" + w.request(w.receipt(), nil) + "/markdown"
		text := w.get(path).ok().text("markdown")
		for _, accept := range []string{"text/markdown", "TEXT/MARKDOWN", "text/markdown, */*;q=0.1", "text/markdown;q=0.9, application/json;q=0.5"} {
			a := w.get(path, "Accept", accept).ok()
			if string(a.body) != text || a.header.Get("Content-Type") != "text/markdown; charset=utf-8" {
				w.Errorf("Accept %s: %s %s", accept, a.header.Get("Content-Type"), clip(a.body))
			}
		}
		for _, accept := range []string{"application/json", "*/*", "text/markdown;q=0", ""} {
			w.get(path, "Accept", accept).ok().want("success", "markdown_status")
		}
		w.get("/extract/"+w.request(blank("png"), nil)+"/markdown", "Accept", "text/markdown").ok().want("failed", "markdown_status")
	}},
	{section: specification + "GET /extract/{requestId}/markdown", sentence: "Error `404` for an unknown identifier.", check: func(w *world) {
		w.get("/extract/"+unknownID+"/markdown").says(404, notFound)
		w.get("/extract/"+unknownID+"/markdown", "Accept", "text/markdown").says(404, notFound)
	}},
	{section: decisions + "Status and result", sentence: "Markdown is always generated; `includeMarkdown` only decides where it is embedded.", check: func(w *world) {
		id := w.form("/extract/sync", []file{w.receipt()}, fields{"includeMarkdown": "false"}).ok().text("request_id")
		w.get("/extract/"+id+"/markdown").ok().want("success", "markdown_status")
	}},
}

// boxRules are about bounding boxes.
var boxRules = []rule{
	{section: specification + "Bounding-box record", sentence: "| `resolved` | All spans found in the OCR text and placed | null |", check: func(w *world) {
		a := w.box(w.request(w.receipt(), nil), "fields.numero").ok().want("resolved", "resolution_status").want(nil, "reason").want("1712", "value").want("fields.numero", "field_path")
		a.names([]string{"request_id", "document_type", "field_path", "value", "resolution_status", "reason", "segments", "page_aggregates"})
		if a.number("segments", 0, "page") != 1 || !strings.Contains(a.text("segments", 0, "text"), "1712") {
			w.Errorf("segment: %s", clip(a.body))
		}
		// Where the number stands on the sample.
		if left, top := a.number("segments", 0, "bounding_box", "left"), a.number("segments", 0, "bounding_box", "top"); math.Abs(left-0.487) > 0.02 || math.Abs(top-0.0935) > 0.02 {
			w.Errorf("at %v, %v", left, top)
		}
	}},
	{section: specification + "Bounding-box record", sentence: "Coordinates are fractions of the page from 0 to 1, origin `(0,0)` at the top-left corner; the polygon uses the same space.", check: func(w *world) {
		for _, name := range []string{"numero", "valor", "pagador_nome", "data"} {
			a := w.box(w.request(w.receipt(), nil), "fields."+name).ok()
			for _, list := range []string{"segments", "page_aggregates"} {
				b, ok := a.value(list, 0, "bounding_box").(object)
				for _, edge := range []string{"left", "top", "width", "height"} {
					if v, is := b[edge].(float64); !ok || !is || v < 0 || v > 1 {
						w.Errorf("%s: %s of %s: %v", name, edge, list, b)
					}
				}
			}
		}
	}},
	{section: decisions + "Bounding boxes", sentence: "A field not in the result: `unresolved`, `bounding_box_not_found_for_field`, `value` null.", check: func(w *world) {
		for _, path := range []string{"fields.nada", "fields.numero.x", "fields.lista[3].x", "fields.a[0][1].b"} {
			w.box(w.request(w.receipt(), nil), path).ok().want("unresolved", "resolution_status").want("bounding_box_not_found_for_field", "reason").want(nil, "value").want([]any{}, "segments").want([]any{}, "page_aggregates")
		}
		w.box(w.request(w.sample("nfe-03.pdf"), nil), "fields.itens[99].codigo").ok().want("bounding_box_not_found_for_field", "reason")
	}},
	{section: decisions + "Bounding boxes", sentence: "While in progress, or for XML: `not_indexed`, `bounding_boxes_not_indexed_for_request`.", check: func(w *world) {
		w.box(w.request(w.sample("nfe-xml-01.xml"), nfe), "fields.numero").ok().want("not_indexed", "resolution_status").want("bounding_boxes_not_indexed_for_request", "reason").want("15750", "value")
		w.at(w.idleGet).box(w.idleRequest(), "fields.numero").ok().want("not_indexed", "resolution_status").want("bounding_boxes_not_indexed_for_request", "reason").want(nil, "value")
		class := w.form("/classify", []file{w.receipt()}, nil).ok().text("request_id")
		w.box(class, "fields.numero").ok().want("not_indexed", "resolution_status")
	}},
	{section: decisions + "Bounding boxes", sentence: "A `fieldPath` that does not start with `fields.`, does not parse, or names an object or list is `400`.", check: func(w *world) {
		id := w.request(w.sample("nfe-03.pdf"), nil)
		for _, path := range []string{"", "numero", "campos.numero", "fields", "fields.", "Fields.numero", "fields.itens", "fields.itens[0]", "fields.itens[", "fields.itens[]", "fields.itens[-1].codigo", "fields.itens[x].codigo",
			"fields.itens[0]codigo", "fields..numero", "fields.numero.", " fields.numero", "fields.número"} {
			w.box(id, path).invalid("fieldPath")
		}
		w.get("/extract/" + id + "/bounding-box").invalid("fieldPath")
	}},
	{section: specification + "GET /extract/{requestId}/bounding-box", sentence: "array indexes are written in brackets (shape `fields.<name>`, `fields.<list>[<index>].<name>`).", check: func(w *world) {
		w.box(w.request(w.sample("nfe-03.pdf"), nil), "fields.itens[1].descricao").ok().want("resolved", "resolution_status").want("FEIJAO CARIOCA TIPO 1 1KG", "value")
	}},
	{section: specification + "GET /extract/{requestId}/bounding-box", sentence: "Error `404` for an unknown identifier.", check: func(w *world) {
		w.box(unknownID, "fields.numero").says(404, notFound)
		w.box(unknownID, "nada").says(404, notFound)
	}},
}

func (w *world) box(id, path string) answer {
	w.Helper()
	return w.get("/extract/" + id + "/bounding-box?fieldPath=" + url.QueryEscape(path))
}

// calibrated compares, over samples with their truth, how sure the service is
// with how often it is right.
func calibrated(w *world) {
	var sure, right, all float64
	for _, name := range []string{"recibo-01.pdf", "boleto-02.pdf", "cnh-01.pdf", "contrato-02.pdf", "holerite-02.pdf", "nfe-03.pdf", "rg-01.pdf", "procuracao-03.pdf", "laudo-medico-01.pdf", "irpf-01.pdf", "recibo-06.jpg", "comprovante-residencia-06.jpg"} {
		truth := answer{world: w, body: w.sample(strings.TrimSuffix(strings.TrimSuffix(name, ".pdf"), ".jpg") + ".truth.json").data}
		a := w.get("/extract/" + w.request(w.sample(name), nil)).ok()
		read, _ := a.value("payload", "fields").(object)
		for field := range read {
			value := a.value("payload", "fields", field, "value")
			if _, list := value.([]any); list {
				continue // rows are right or wrong cell by cell
			}
			all++
			sure += a.number("payload", "fields", field, "confidence_score")
			if value == truth.value("fields", field) {
				right++
			}
		}
	}
	if all < 100 || math.Abs(sure-right) > 0.1*all {
		w.Errorf("of %.0f fields %.0f are right, the confidences say %.1f", all, right, sure)
	}
}
