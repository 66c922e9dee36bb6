package conformance

import (
	"regexp"
	"slices"
	"strings"
)

// kind reports whether a value is of a type that the contract names.
type kind func(any) bool

func isText(v any) bool   { _, ok := v.(string); return ok }
func isBool(v any) bool   { _, ok := v.(bool); return ok }
func isObject(v any) bool { _, ok := v.(object); return ok }
func isNumber(v any) bool { _, ok := v.(float64); return ok }

// isLeaf takes what a field path may point at.
func isLeaf(v any) bool { return v == nil || isText(v) || isNumber(v) || isBool(v) }

func isIdentifier(v any) bool {
	s, _ := v.(string)
	return regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).MatchString(s)
}

func isTime(v any) bool {
	s, _ := v.(string)
	return regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`).MatchString(s)
}

func oneOf(values ...string) kind {
	return func(v any) bool { s, ok := v.(string); return ok && slices.Contains(values, s) }
}

func orNull(k kind) kind { return func(v any) bool { return v == nil || k(v) } }

func between(low, high float64) kind {
	return func(v any) bool { n, ok := v.(float64); return ok && n >= low && n <= high }
}

func listOf(k kind) kind {
	return func(v any) bool {
		list, ok := v.([]any)
		return ok && !slices.ContainsFunc(list, func(item any) bool { return !k(item) })
	}
}

func mapOf(k kind) kind {
	return func(v any) bool {
		o, ok := v.(object)
		for _, item := range o {
			ok = ok && k(item)
		}
		return ok
	}
}

// with is an object with at least these members, all of a kind.
func with(k kind, names ...string) kind {
	return func(v any) bool {
		o, ok := v.(object)
		for _, name := range names {
			value, has := o[name]
			ok = ok && has && k(value)
		}
		return ok
	}
}

func isType(v any) bool {
	return oneOf("NFE", "BOLETO", "CONTRATO", "RECIBO", "CNH", "RG", "COMPROVANTE_RESIDENCIA", "CONTRATO_SOCIAL", "IRPF", "CERTIDAO_NASCIMENTO", "CERTIDAO_CASAMENTO", "LAUDO_MEDICO", "CERTIDAO_OBITO", "PROCURACAO",
		"HOLERITE", "DOCUMENTO_VEICULAR", "DOCUMENTO_JURIDICO", "EXTRATO_BANCARIO", "INFORME_RENDIMENTOS_EMPREGADOR_INSS", "INFORME_RENDIMENTOS_BANCOS", "INFORME_RENDIMENTOS_CORRETORAS", "INFORME_PLANO_SAUDE",
		"DESPESA_MEDICA", "COMPROVANTE_EDUCACAO", "DECLARACAO_IR_ANTERIOR")(v)
}

// record is a kind of answer with members.
type record struct {
	section string
	answers func(w *world) []answer // a complete one, and others of the kind
	path    []any
	members []member
}

// member is a line of one of the contract's tables.
type member struct {
	line, name string
	is         kind
}

// results are a success, one with errors, one that failed and one of XML.
func results(w *world) []answer {
	var all []answer
	for _, r := range []struct {
		f      file
		values fields
	}{{w.receipt(), nil}, {w.wrongCNPJ(), nfe}, {blank("png"), nil}, {w.sample("nfe-xml-01.xml"), nfe}, {w.sample("nfe-03.pdf"), nil}} {
		all = append(all, w.get("/extract/"+w.request(r.f, r.values)).ok())
	}
	return all
}

func classifications(w *world) []answer {
	return []answer{w.form("/classify", []file{w.receipt()}, nil).ok(), w.form("/classify", []file{blank("png")}, nil).ok()}
}

var outcomes = oneOf("success", "partial_success", "failed")

var records = []record{
	{"ExtractionResult", results, []any{"payload"}, []member{
		{"| `request_id` | string | Identifier of the request |", "request_id", isIdentifier},
		{"| `document_type` | DocumentType | Type of the document |", "document_type", orNull(isType)},
		{"| `status` | `success`, `partial_success`, `failed` | Outcome |", "status", outcomes},
		{"| `fields` | object: field name to Field | Extracted fields |", "fields", mapOf(with(func(any) bool { return true }, "value", "confidence_score", "error"))},
		{"| `processed_at` | string, date-time | Completion time |", "processed_at", isTime},
		{"| `service` | object (below) | Quality metadata |", "service", isObject},
	}},
	{"Field (value", results, []any{"payload", "fields"}, []member{
		{"| `confidence_score` | number | Confidence of this field, when available |", "", mapOf(with(between(0, 1), "confidence_score"))},
		{"| `error` | string or null | Validation error message for this field, when any |", "", mapOf(with(orNull(isText), "error"))},
	}},
	{"Quality block", results, []any{"payload", "service"}, []member{
		{"| `reliability_score` | number | Overall reliability score;", "reliability_score", between(0, 100)},
		{"| `reliability_level` | `high`, `medium`, `low` | Reliability band |", "reliability_level", oneOf("high", "medium", "low")},
		{"| `missing_fields` | array of string | Names of fields not found |", "missing_fields", listOf(isText)},
		{"| `inconsistencies` | array of string | Short warnings, in Portuguese, about inconsistencies found in the fields |", "inconsistencies", listOf(isText)},
		{"| `summary` | string | Text summary of the document, in Portuguese |", "summary", isText},
		{"| `schema_version` | string | Version of the result schema |", "schema_version", isText},
		{"| `confidence_heatmap` | object: field name to number 0 to 100 | Confidence per field, keyed by field name |", "confidence_heatmap", mapOf(between(0, 100))},
		{"| `document_type_detection` | DocumentTypeDetection | How the type was decided |", "document_type_detection", isObject},
	}},
	{"DocumentTypeDetection", results, []any{"payload", "service", "document_type_detection"}, []member{
		{"| `provided_document_type` | string or null |", "provided_document_type", orNull(isType)},
		{"| `detected_document_type` | string or null |", "detected_document_type", orNull(isType)},
		{"| `confidence` | number or null |", "confidence", orNull(between(0, 1))},
		{"| `threshold` | number |", "threshold", between(0, 1)},
		{"| `accepted` | boolean |", "accepted", isBool},
		{"| `reason` | string or null |", "reason", orNull(isText)},
	}},
	{"Accepted-request record", func(w *world) []answer { return []answer{w.form("/extract", []file{blank("png")}, nil).ok()} }, nil, []member{
		{"| `request_id` | string |", "request_id", isIdentifier},
		{"| `status` | `in_progress` |", "status", oneOf("in_progress")},
	}},
	{"Request status record", func(w *world) []answer {
		return append(results(w), w.at(w.idleGet).get("/extract/"+w.idleRequest()).ok())
	}, nil, []member{
		{"| `document_type` | string | |", "document_type", orNull(isType)},
		{"| `status` | string | Current state (see States and transitions) |", "status", oneOf("in_progress", "success", "partial_success", "failed")},
		{"| `current_step` | string | Processing step |", "current_step", oneOf("received", "ocr", "classification", "extraction", "geometry", "completed", "failed")},
		{"| `reference_id` | string | External identifier given at creation |", "reference_id", orNull(isText)},
		{"| `validation_errors` | array of objects | Per-field validation results (items carry at least a field name and an error)", "validation_errors", listOf(with(isText, "field", "error"))},
		{"| `metadata` | object | Metadata given at creation |", "metadata", orNull(isObject)},
		{"| `created_at` | string, date-time | |", "created_at", isTime},
		{"| `completed_at` | string, date-time | |", "completed_at", orNull(isTime)},
		{"| `processed_at` | string, date-time | |", "processed_at", orNull(isTime)},
		{"| `markdown_status` | `pending`, `success`, `failed` | State of markdown generation |", "markdown_status", oneOf("pending", "success", "failed")},
		{"| `markdown_generated_at` | string, date-time | |", "markdown_generated_at", orNull(isTime)},
	}},
	{"Classification result", classifications, nil, []member{
		{"| `request_id` | string | |", "request_id", isIdentifier},
		{"| `status` | `success` | |", "status", oneOf("success")},
		{"| `document_type` | DocumentType | Detected type |", "document_type", orNull(isType)},
		{"| `confidence` | number | 0 to 1 |", "confidence", between(0, 1)},
		{"| `reason` | string | Short code explaining the decision |", "reason", oneOf("detected_above_threshold", "detected_below_threshold", "no_type_detected")},
		{"| `document_type_detection` | DocumentTypeDetection | |", "document_type_detection", with(func(any) bool { return true }, "source", "provided_document_type", "detected_document_type", "confidence", "threshold", "accepted", "reason")},
	}},
	{"Bounding-box record", func(w *world) []answer {
		return []answer{w.box(w.request(w.receipt(), nil), "fields.valor").ok(), w.box(w.request(w.receipt(), nil), "fields.nada").ok(), w.box(w.request(w.sample("nfe-03.pdf"), nil), "fields.itens[0].descricao").ok()}
	}, nil, []member{
		{"| `request_id` | string | |", "request_id", isIdentifier},
		{"| `document_type` | string | |", "document_type", orNull(isType)},
		{"| `field_path` | string | The requested path |", "field_path", func(v any) bool { s, _ := v.(string); return strings.HasPrefix(s, "fields.") }},
		{"| `value` | leaf (string, number, boolean or null) | Value of the field in the extraction |", "value", isLeaf},
		{"| `resolution_status` | `resolved`, `ambiguous`, `unresolved`, `not_indexed` | Geometry resolution state |", "resolution_status", oneOf("resolved", "ambiguous", "unresolved", "not_indexed")},
		{"| `reason` | string or null | Code explaining a status other than `resolved` |", "reason", orNull(isText)},
		{"Segment: `page` (page number), `text` (string), `bounding_box`", "segments", listOf(with(func(v any) bool { return isText(v) || isNumber(v) || isObject(v) }, "page", "text", "bounding_box"))},
		{"Box: `left`, `top`, `width`, `height`, all numbers.", "segments", listOf(func(v any) bool { return with(isNumber, "left", "top", "width", "height")(v.(object)["bounding_box"]) })},
		{"Page aggregate: `page`, `bounding_box`", "page_aggregates", listOf(with(func(v any) bool { return isNumber(v) || isObject(v) }, "page", "bounding_box"))},
	}},
}

// memberRules are the lines of the tables of members: of each record, in all
// its forms, every member is there and of its type.
func memberRules() (rules []rule) {
	for _, r := range records {
		for _, m := range r.members {
			rules = append(rules, rule{section: specification + r.section, sentence: m.line, check: func(w *world) {
				for _, a := range r.answers(w) {
					holder, _ := a.value(r.path...).(object)
					value, has := any(holder), holder != nil
					if m.name != "" {
						value, has = holder[m.name]
					}
					if !has || !m.is(value) {
						w.Errorf("%s: %v of %s is %v", a.call, m.name, clip(a.body), value)
					}
				}
			}})
		}
	}
	return rules
}

// endpointRules are the lines of the table of endpoints.
func endpointRules() (rules []rule) {
	for _, e := range []struct{ method, path, purpose string }{
		{"POST", "/extract/sync", "Synchronous extraction"}, {"POST", "/extract", "Asynchronous extraction"}, {"POST", "/extract/batch", "Asynchronous batch extraction"},
		{"GET", "/extract/batch", "Follow the status of a batch"}, {"GET", "/extract/{requestId}", "Status and result of one request"}, {"GET", "/extract/{requestId}/markdown", "Markdown text of a request"},
		{"GET", "/extract/{requestId}/bounding-box", "Coordinates of one field"}, {"POST", "/classify", "Classification only"}, {"GET", "/health", "Health check"},
	} {
		rules = append(rules, rule{section: specification + "What the service does", sentence: "| " + e.method + " | `" + e.path + "` | " + e.purpose + " |", check: func(w *world) {
			if item := w.spec.Paths.Value(e.path); item == nil || item.GetOperation(e.method) == nil {
				w.Errorf("the document lacks %s %s", e.method, e.path)
			}
			path := strings.Replace(e.path, "{requestId}", w.request(w.receipt(), nil), 1)
			switch {
			case e.method == "POST":
				w.form(path, []file{w.receipt()}, nil).ok()
			case e.path == "/extract/batch":
				w.get(path + "?batchId=" + w.mixed()).ok()
			default:
				w.get(path + "?fieldPath=fields.valor").ok()
			}
		}})
	}
	return rules
}
