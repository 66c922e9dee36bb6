package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
	"lavra.dev/schemas/topic"
)

type correctionsRecord struct {
	RequestID   string             `json:"request_id"`
	Corrections []correctionRecord `json:"corrections"`
}

type correctionRecord struct {
	FieldPath   string          `json:"field_path"`
	Verdict     event.Verdict   `json:"verdict"`
	Value       json.RawMessage `json:"value"`
	ReadValue   json.RawMessage `json:"read_value"`
	CorrectedAt string          `json:"corrected_at"`
}

// verdicts is what a client says of values.
type verdicts struct {
	Corrections []struct {
		FieldPath string          `json:"field_path"`
		Verdict   event.Verdict   `json:"verdict"`
		Value     json.RawMessage `json:"value"`
	} `json:"corrections"`
}

const (
	// maxCorrections and maxCorrectionsBody bound a call: a bank statement of 50 rows has some 300 leaves.
	maxCorrections     = 1000
	maxCorrectionsBody = 1 << 20
	maxCorrectedText   = 4096 // characters
)

var (
	errCorrectionsForm  = errors.New(`deve ser {"corrections": [{"field_path", "verdict", "value"}]}.`)
	errCorrectionsCount = fmt.Errorf("deve ter de 1 a %d itens.", maxCorrections)
	errVerdict          = errors.New("deve ser right, corrected, absent ou withdrawn.")
	errCorrectedValue   = fmt.Errorf("deve ser um texto de até %d caracteres, um número ou um booleano.", maxCorrectedText)
	errNeedlessValue    = errors.New("só é aceito com o veredito corrected.")
	errNoLeaf           = errors.New("não aponta para um valor do resultado nem para um campo do tipo do documento.")
	errNothingRead      = errors.New("não há valor lido neste campo.")
)

const textNotCorrectable = "O documento ainda não tem resultado que possa ser corrigido."

// getCorrections answers GET /extract/{requestId}/corrections.
func (s *Service) getCorrections(w http.ResponseWriter, r *http.Request) {
	account := web.Account(r.Context())
	doc, err := s.lookup(r.Context(), account, mux.Vars(r)["requestId"])
	if err != nil {
		s.fail(w, r, err)
		return
	}
	list, err := s.store.corrections(r.Context(), account, doc.request.ID)
	if err != nil {
		s.fail(w, r, fmt.Errorf("%w: %w", errUnavailable, err))
		return
	}
	web.JSON(w, http.StatusOK, correctionsRecord{doc.request.ID, list})
}

// putCorrections answers PUT /extract/{requestId}/corrections. A verdict that is given
// again says the same, so a client that got no answer may repeat the call.
func (s *Service) putCorrections(w http.ResponseWriter, r *http.Request) {
	account := web.Account(r.Context())
	doc, err := s.lookup(r.Context(), account, mux.Vars(r)["requestId"])
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if !doc.ended() || doc.completed.Request.Operation == event.Classify {
		web.Message(w, http.StatusConflict, textNotCorrectable)
		return
	}
	given, err := readVerdicts(http.MaxBytesReader(w, r.Body, maxCorrectionsBody))
	if err != nil {
		invalid(w, "corrections", err.Error())
		return
	}
	now := time.Now().UTC().Truncate(time.Millisecond)
	events := make([]event.Correction, 0, len(given.Corrections))
	record := correctionsRecord{doc.request.ID, []correctionRecord{}}
	for i, g := range given.Corrections {
		ev, parameter, err := correctionOf(doc, g.FieldPath, g.Verdict, g.Value)
		if err != nil {
			invalid(w, fmt.Sprintf("corrections[%d].%s", i, parameter), err.Error())
			return
		}
		ev.EventID, ev.Account, ev.At = uuid.NewString(), account, now
		events = append(events, ev)
		record.Corrections = append(record.Corrections, correctionRecord{ev.FieldPath, ev.Verdict, json.RawMessage(ev.Value), json.RawMessage(ev.ReadValue), result.Timestamp(now)})
	}
	for _, ev := range events {
		if _, err := s.kafka.Produce(r.Context(), topic.Corrections, ev.RequestID, ev); err != nil {
			s.fail(w, r, fmt.Errorf("%w: writing a correction: %w", errUnavailable, err))
			return
		}
	}
	web.JSON(w, http.StatusOK, record)
}

func readVerdicts(body io.Reader) (verdicts, error) {
	var v verdicts
	text, err := io.ReadAll(body)
	if err != nil || !utf8.Valid(text) {
		return v, errCorrectionsForm
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&v) != nil || decoder.More() {
		return v, errCorrectionsForm
	}
	if len(v.Corrections) < 1 || len(v.Corrections) > maxCorrections {
		return v, errCorrectionsCount
	}
	return v, nil
}

// correctionOf makes the event of a verdict, but for who gives it and when; where it is
// none, it names the parameter that is wrong.
func correctionOf(doc document, path string, verdict event.Verdict, value json.RawMessage) (ev event.Correction, parameter string, err error) {
	parsed, err := parseFieldPath(path)
	if err != nil {
		return ev, "field_path", err
	}
	c := doc.completed
	read, found := valueAt(c.Extraction.Fields, parsed)
	if found == container || found == missing && !namesSingle(c.Detection.Type, parsed) {
		return ev, "field_path", errNoLeaf
	}
	ev = event.Correction{RequestID: doc.request.ID, Revision: c.Request.Revision, DocumentType: c.Detection.Type, FieldPath: path, Verdict: verdict, Value: "null", ReadValue: "null", Result: doc.end}
	if found == leaf {
		ev.ReadValue = string(read)
	}
	given := len(value) > 0 && string(value) != "null"
	switch verdict {
	case event.Corrected:
		scalar, ok := correctedValue(value)
		if !given || !ok {
			return ev, "value", errCorrectedValue
		}
		ev.Value = scalar
		return ev, "", nil
	case event.Right:
		if found == missing {
			return ev, "field_path", errNothingRead
		}
		ev.Value = ev.ReadValue
	case event.Absent, event.Withdrawn:
	default:
		return ev, "verdict", errVerdict
	}
	if given {
		return ev, "value", errNeedlessValue
	}
	return ev, "", nil
}

// namesSingle reports whether the type has a single value by that name.
func namesSingle(documentType *string, path fieldPath) bool {
	if documentType == nil || len(path.steps) > 0 {
		return false
	}
	t, _ := catalogue.Lookup(*documentType)
	field, ok := t.Field(path.field)
	return ok && field.Kind != catalogue.List
}

// correctedValue gives a scalar in one way of writing it.
func correctedValue(raw json.RawMessage) (string, bool) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var v any
	if decoder.Decode(&v) != nil {
		return "", false
	}
	switch v := v.(type) {
	case string:
		if v == "" || utf8.RuneCountInString(v) > maxCorrectedText {
			return "", false
		}
	case json.Number, bool:
	default:
		return "", false
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(v) != nil {
		return "", false
	}
	return string(bytes.TrimSpace(out.Bytes())), true
}
