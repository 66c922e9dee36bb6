package result

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"lavra.dev/schemas/event"
)

func ptr[T any](v T) *T { return &v }

func ended() event.Completed {
	at := time.Date(2026, 3, 1, 12, 0, 0, 7e6, time.UTC)
	return event.Completed{
		Request: event.Request{ID: "0195", DocumentType: ptr("RECIBO"), ReferenceID: ptr("r<1>"), Metadata: ptr(`{"a": [1, "é"]}`),
			AcceptedAt: at.Add(-time.Second), Callback: &event.Callback{URL: "https://exemplo.test/x", IncludeMarkdown: true}},
		Outcome: event.PartialSuccess, CompletedAt: at,
		Detection: event.Detection{Source: "provided", Provided: ptr("RECIBO"), Threshold: 0.6, Accepted: true, Type: ptr("RECIBO")},
		Extraction: event.Extraction{
			Fields:           []event.Field{{Name: "valor", Value: "1234.5", Confidence: 0.98766}, {Name: "itens", Value: `[{"a":1}]`, Confidence: 0.5, Error: ptr("Inválido.")}},
			Quality:          event.Quality{ReliabilityScore: 84.96, MissingFields: []string{"data"}, Summary: "Recibo."},
			ValidationErrors: []event.ValidationError{{Field: "fields.itens[0].a", Error: "Inválido."}},
			Markdown:         "# Recibo & cia", MarkdownAt: at, CatalogueVersion: "1.0.0",
		},
	}
}

func TestRenderings(t *testing.T) {
	const fields = `"fields":{"valor":{"value":1234.5,"confidence_score":0.9877,"error":null},"itens":{"value":[{"a":1}],"confidence_score":0.5,"error":"Inválido."}}`
	const service = `"service":{"reliability_score":85,"reliability_level":"high","missing_fields":["data"],"inconsistencies":[],"summary":"Recibo.","schema_version":"1.0.0",` +
		`"confidence_heatmap":{"valor":99,"itens":50},"document_type_detection":{"source":"provided","provided_document_type":"RECIBO","detected_document_type":null,"confidence":null,"threshold":0.6,"accepted":true,"reason":null}}`
	const head = `{"request_id":"0195","document_type":"RECIBO","status":"partial_success","reference_id":"r<1>","metadata":{"a":[1,"é"]},`
	const tail = `,"processed_at":"2026-03-01T12:00:00.007Z"`
	extraction := head + fields + "," + service + tail
	failedMarkdown := ended()
	failedMarkdown.Extraction.Markdown, failedMarkdown.Extraction.MarkdownError = "", ptr("Nada legível.")
	classified := event.Completed{Request: event.Request{ID: "1", Operation: event.Classify}, Outcome: event.Success,
		Detection: event.Detection{Source: "model", Detected: ptr("CNH"), Confidence: ptr(0.51239), Threshold: 0.6, Reason: ptr("detected_below_threshold")}}
	const classification = `{"request_id":"1","status":"success","document_type":null,"confidence":0.5124,"reason":"detected_below_threshold","document_type_detection":` +
		`{"source":"model","provided_document_type":null,"detected_document_type":"CNH","confidence":0.5124,"threshold":0.6,"accepted":false,"reason":"detected_below_threshold"}}`
	readable := Text{At: ended().Extraction.MarkdownAt, Readable: true}
	cases := []struct {
		name string
		got  func() ([]byte, error)
		want string
	}{
		{"extraction", func() ([]byte, error) { return Extraction(ended(), false) }, extraction + "}"},
		{"extraction with markdown", func() ([]byte, error) { return Extraction(ended(), true) }, extraction + `,"markdown":"# Recibo & cia"}`},
		{"extraction without the markdown asked for", func() ([]byte, error) { return Extraction(failedMarkdown, true) }, extraction + "}"},
		{"callback", func() ([]byte, error) { return Callback(ended()) },
			extraction + `,"markdown":"# Recibo & cia","markdown_status":"success","markdown_generated_at":"2026-03-01T12:00:00.007Z"}`},
		{"callback with failed markdown", func() ([]byte, error) { return Callback(failedMarkdown) },
			extraction + `,"markdown_status":"failed","markdown_generated_at":"2026-03-01T12:00:00.007Z","markdown_error":"Nada legível."}`},
		{"classification", func() ([]byte, error) { return Classification(classified) }, classification},
		{"status of a classification", func() ([]byte, error) { return Ended(classified) },
			`{"request_id":"1","document_type":null,"status":"success","current_step":"completed","callback_url":null,"reference_id":null,"validation_errors":[],"payload":` + classification +
				`,"metadata":null,"created_at":null,"completed_at":null,"processed_at":null,"markdown_status":"failed","markdown_generated_at":null}`},
		{"status of an extraction", func() ([]byte, error) { return Ended(ended()) },
			`{"request_id":"0195","document_type":"RECIBO","status":"partial_success","current_step":"completed","callback_url":"https://exemplo.test/x","reference_id":"r<1>","validation_errors":[{"field":"fields.itens[0].a","error":"Inválido."}],"payload":` +
				extraction + `},"metadata":{"a":[1,"é"]},"created_at":"2026-03-01T11:59:59.007Z","completed_at":"2026-03-01T12:00:00.007Z","processed_at":"2026-03-01T12:00:00.007Z","markdown_status":"success","markdown_generated_at":"2026-03-01T12:00:00.007Z"}`},
		{"in progress", func() ([]byte, error) { return InProgress(event.Request{ID: "1"}, event.StepOCR, ptr("CNH"), Text{}) },
			`{"request_id":"1","document_type":"CNH","status":"in_progress","current_step":"ocr","callback_url":null,"reference_id":null,"validation_errors":[],"payload":null,"metadata":null,"created_at":null,"completed_at":null,"processed_at":null,"markdown_status":"pending","markdown_generated_at":null}`},
		{"in progress, the text read", func() ([]byte, error) { return InProgress(event.Request{ID: "1"}, event.StepExtraction, nil, readable) },
			`{"request_id":"1","document_type":null,"status":"in_progress","current_step":"extraction","callback_url":null,"reference_id":null,"validation_errors":[],"payload":null,"metadata":null,"created_at":null,"completed_at":null,"processed_at":null,"markdown_status":"success","markdown_generated_at":"2026-03-01T12:00:00.007Z"}`},
		{"markdown record", func() ([]byte, error) { return Markdown(ended()) },
			`{"request_id":"0195","document_type":"RECIBO","request_status":"partial_success","markdown_status":"success","markdown_generated_at":"2026-03-01T12:00:00.007Z","markdown_error":null,"markdown":"# Recibo & cia"}`},
		{"markdown record in progress", func() ([]byte, error) { return MarkdownInProgress(event.Request{ID: "1"}, nil, Text{}, "") },
			`{"request_id":"1","document_type":null,"request_status":"in_progress","markdown_status":"pending","markdown_generated_at":null,"markdown_error":null}`},
		{"markdown record in progress, the text read", func() ([]byte, error) {
			return MarkdownInProgress(event.Request{ID: "1"}, ptr("CNH"), readable, "# <1>")
		},
			`{"request_id":"1","document_type":"CNH","request_status":"in_progress","markdown_status":"success","markdown_generated_at":"2026-03-01T12:00:00.007Z","markdown_error":null,"markdown":"# <1>"}`},
		{"markdown record in progress, nothing readable", func() ([]byte, error) {
			return MarkdownInProgress(event.Request{ID: "1"}, nil, Text{At: readable.At}, "")
		},
			`{"request_id":"1","document_type":null,"request_status":"in_progress","markdown_status":"failed","markdown_generated_at":"2026-03-01T12:00:00.007Z","markdown_error":"Nenhum texto legível foi encontrado no documento."}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.got()
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if !json.Valid(got) {
				t.Error("not JSON")
			}
		})
	}
}

func TestAValueThatIsNoJSONIsAnErrorNotABrokenAnswer(t *testing.T) {
	for _, value := range []string{"{", "", "NaN", `1234,"confidence_score":1`, `1234},"outro":{"value":1`} {
		c := ended()
		c.Extraction.Fields[0].Value = value
		if got, err := Extraction(c, false); err == nil {
			t.Errorf("rendered %s", got)
		} else if strings.Contains(err.Error(), "1234") {
			t.Error("the error carries content")
		}
	}
	c := ended()
	c.Extraction.Fields[0].Confidence = math.NaN()
	if got, err := Extraction(c, false); err == nil {
		t.Errorf("rendered %s", got)
	}
}

func TestFieldsAreWrittenAsEncodingJSONWrites(t *testing.T) {
	for _, s := range []string{"", "valor", "Inválido.", `a "b" \ c`, "\n\t\x00\x7f", "<&>", "\u2028", "\xff"} {
		want, err := encode(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := appendString(nil, s); !bytes.Equal(got, want) {
			t.Errorf("%q is %s, want %s", s, got, want)
		}
	}
	for _, v := range []float64{0, math.Copysign(0, -1), 1, 0.9877, 0.0001, 1e-7, 1e20, 1e21, -3} {
		want, err := encode(v)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := appendNumber(nil, v); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%v is %s, %v, want %s", v, got, err, want)
		}
	}
}

func TestLevels(t *testing.T) {
	for score, want := range map[float64]string{100: "high", 85: "high", 84.9: "medium", 60: "medium", 59.9: "low", 0: "low"} {
		if got := Level(score); got != want {
			t.Errorf("%v is %s, want %s", score, got, want)
		}
	}
}
