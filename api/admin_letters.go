package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"

	"github.com/gorilla/mux"

	"lavra.dev/platform/deadletter"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/result"
)

type lettersRecord struct {
	Items      []letterRecord `json:"items"`
	Counts     []letterCount  `json:"counts"`
	Total      int            `json:"total"`
	LeftOut    int            `json:"left_out"` // older ones that there was no room for
	NextCursor *string        `json:"next_cursor"`
}

// letterRecord says of a record that nobody could finish all but its content.
type letterRecord struct {
	LetterID       string           `json:"letter_id"`
	Kind           deadletter.Kind  `json:"kind"`
	State          deadletter.State `json:"state"`
	At             string           `json:"at"`
	Stage          string           `json:"stage"`
	Class          string           `json:"class"`
	Reason         string           `json:"reason"`
	Attempts       int              `json:"attempts"`
	Replays        int              `json:"replays"`
	RequestID      *string          `json:"request_id"`
	Account        *string          `json:"account"`
	DocumentType   *string          `json:"document_type"`
	From           *fromRecord      `json:"from"`
	FirstFailureAt *string          `json:"first_failure_at"`
	LastFailureAt  *string          `json:"last_failure_at"`
	Build          *string          `json:"build"`
	SettledAt      *string          `json:"settled_at"`
	SettledBy      *string          `json:"settled_by"`
}

// fromRecord is where a letter's record stood.
type fromRecord struct {
	Topic     string `json:"topic"`
	Partition int32  `json:"partition"`
	Offset    int64  `json:"offset"`
}

// letterCount is how many letters failed alike.
type letterCount struct {
	Kind    deadletter.Kind `json:"kind"`
	Stage   string          `json:"stage"`
	Class   string          `json:"class"`
	Reason  string          `json:"reason"` // without numbers and identifiers
	Letters int             `json:"letters"`
	FirstAt string          `json:"first_at"`
	LastAt  string          `json:"last_at"`
}

const (
	textUnknownLetter = "Letter not found"
	textSettledLetter = "A mensagem já foi tratada."
	textReplayed      = "O registro já foi reprocessado o número máximo de vezes."
	textLetterGone    = "O que a mensagem precisa para ser reprocessada não está mais guardado."
	textUnreadable    = "O registro ainda não pode ser lido por esta versão do serviço."

	// maxRound bounds a call over many letters: what a few seconds do.
	maxRound    = 100
	maxRoundAsk = 16 << 10
)

var (
	errKindValue  = errors.New("deve ser dead, parked ou callback.")
	errStateValue = errors.New("deve ser open, replayed, discarded ou all.")
	errRoundForm  = errors.New(`deve ser um objeto com kind, stage, class, account, type, reason, since, until, limit, dryRun e callbacks.`)
	errRoundLimit = fmt.Errorf("deve ser um número inteiro de 1 a %d.", maxRound)
	errRoundAll   = errors.New("nenhum filtro: envie ao menos um de kind, stage, class, account, type, reason, since e until.")
)

func letterRecordOf(l deadletter.Letter) letterRecord {
	record := letterRecord{LetterID: l.ID, Kind: l.Kind, State: l.State, At: result.Timestamp(l.At), Stage: l.Stage, Class: l.Class, Reason: l.Reason,
		Attempts: l.Attempts, Replays: l.Replays, RequestID: textOrNull(l.RequestID), Account: textOrNull(l.Account), DocumentType: textOrNull(l.Type),
		FirstFailureAt: timestampOrNull(&l.FirstFailure), LastFailureAt: timestampOrNull(&l.LastFailure), Build: textOrNull(l.Build),
		SettledAt: timestampOrNull(&l.SettledAt), SettledBy: textOrNull(l.SettledBy)}
	if l.From != nil {
		record.From = &fromRecord{l.From.Topic, l.From.Partition, l.From.Offset}
	}
	return record
}

func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// getLetters answers GET /admin/letters.
func (s *Service) getLetters(w http.ResponseWriter, r *http.Request) {
	query, ok := parseQuery(w, r, "kind", "state", "stage", "class", "account", "type", "reason", "since", "until", "limit", "cursor")
	if !ok {
		return
	}
	filter, parameter, err := letterFilter(query)
	limit := defaultListLimit
	if err == nil && query.Has("limit") {
		parameter = "limit"
		limit, err = parseLimit(query.Get("limit"))
	}
	after := ""
	if err == nil && query.Has("cursor") {
		parameter = "cursor"
		after, err = parseLetterCursor(query.Get("cursor"))
	}
	if err != nil {
		invalid(w, parameter, err.Error())
		return
	}
	if err := s.readLetters(r.Context()); err != nil {
		s.failAway(w, r, err)
		return
	}
	web.AnswerJSON(w, r, lettersPage(s.letters.List(filter), after, limit, s.letters.Left()))
}

func lettersPage(letters []deadletter.Letter, after string, limit, left int) lettersRecord {
	record := lettersRecord{Items: []letterRecord{}, Counts: letterCounts(letters), Total: len(letters), LeftOut: left}
	if after != "" {
		letters = letters[slices.IndexFunc(letters, func(l deadletter.Letter) bool { return l.ID == after })+1:]
	}
	for _, l := range letters[:min(limit, len(letters))] {
		record.Items = append(record.Items, letterRecordOf(l))
	}
	if len(letters) > limit {
		next := base64.RawURLEncoding.EncodeToString([]byte(letters[limit-1].ID))
		record.NextCursor = &next
	}
	return record
}

func letterCounts(letters []deadletter.Letter) []letterCount {
	counts := []letterCount{}
	for _, c := range deadletter.Histogram(letters) {
		counts = append(counts, letterCount{c.Kind, c.Stage, c.Class, c.Reason, c.Letters, result.Timestamp(c.First), result.Timestamp(c.Last)})
	}
	return counts
}

func parseLetterCursor(text string) (string, error) {
	id, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(id) == 0 {
		return "", errCursorValue
	}
	return string(id), nil
}

// letterFilter reads a filter; state is open where it is not given.
func letterFilter(query url.Values) (f deadletter.Filter, parameter string, err error) {
	f = deadletter.Filter{Kind: deadletter.Kind(query.Get("kind")), State: deadletter.State(cmp.Or(query.Get("state"), string(deadletter.Open))),
		Class: query.Get("class"), Stage: query.Get("stage"), Account: query.Get("account"), Type: query.Get("type"), Reason: query.Get("reason")}
	if f.Kind != "" && !slices.Contains(deadletter.Kinds(), f.Kind) {
		return f, "kind", errKindValue
	}
	switch f.State {
	case deadletter.Open, deadletter.Replayed, deadletter.Discarded:
	case "all":
		f.State = ""
	default:
		return f, "state", errStateValue
	}
	f.Since, f.Until, parameter, err = parsePeriod(query)
	return f, parameter, err
}

// readLetters waits until all letters there are now are known.
func (s *Service) readLetters(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.StoreTimeout)
	defer cancel()
	return s.letters.Ready(ctx)
}

// getLetter answers GET /admin/letters/{letterId}.
func (s *Service) getLetter(w http.ResponseWriter, r *http.Request) {
	if err := s.readLetters(r.Context()); err != nil {
		s.failAway(w, r, err)
		return
	}
	l, err := s.letters.Get(mux.Vars(r)["letterId"])
	if err != nil {
		s.failLetter(w, r, err)
		return
	}
	web.AnswerJSON(w, r, letterRecordOf(l))
}

// postReplay answers POST /admin/letters/{letterId}/replay.
func (s *Service) postReplay(w http.ResponseWriter, r *http.Request) {
	query, ok := parseQuery(w, r, "callbacks")
	if !ok {
		return
	}
	how := deadletter.Replay{By: s.operator(r), Callbacks: query.Get("callbacks") == "true"}
	s.treat(w, r, func(ctx context.Context, id string) error { return s.desk.Replay(ctx, id, how) })
}

// postDiscard answers POST /admin/letters/{letterId}/discard.
func (s *Service) postDiscard(w http.ResponseWriter, r *http.Request) {
	s.treat(w, r, func(ctx context.Context, id string) error { return s.desk.Discard(ctx, id, s.operator(r)) })
}

// operator names who does something by hand: the account of the key.
func (s *Service) operator(r *http.Request) string { return "api:" + web.Account(r.Context()) }

func (s *Service) treat(w http.ResponseWriter, r *http.Request, do func(context.Context, string) error) {
	id := mux.Vars(r)["letterId"]
	err := s.readLetters(r.Context())
	if err != nil {
		s.failAway(w, r, err)
		return
	}
	if err := do(r.Context(), id); err != nil {
		s.failLetter(w, r, err)
		return
	}
	l, err := s.letters.Get(id)
	if err != nil {
		s.failLetter(w, r, err)
		return
	}
	web.JSON(w, http.StatusOK, letterRecordOf(l))
}

// failLetter answers for what cannot be done with a letter.
func (s *Service) failLetter(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, deadletter.ErrUnknown):
		web.Message(w, http.StatusNotFound, textUnknownLetter)
	case errors.Is(err, deadletter.ErrSettled):
		web.Message(w, http.StatusConflict, textSettledLetter)
	case errors.Is(err, deadletter.ErrReplays):
		web.Message(w, http.StatusConflict, textReplayed)
	case errors.Is(err, deadletter.ErrGone):
		web.Message(w, http.StatusConflict, textLetterGone)
	case errors.Is(err, kafka.ErrUndecodable):
		web.Message(w, http.StatusConflict, textUnreadable)
	default:
		s.failAway(w, r, err)
	}
}

// failAway answers 503 for a part that did not answer.
func (s *Service) failAway(w http.ResponseWriter, r *http.Request, err error) {
	s.fail(w, r, fmt.Errorf("%w: %w", errUnavailable, err))
}

// round is one call over many letters.
type round struct {
	Kind      string `json:"kind"`
	Stage     string `json:"stage"`
	Class     string `json:"class"`
	Account   string `json:"account"`
	Type      string `json:"type"`
	Reason    string `json:"reason"`
	Since     string `json:"since"`
	Until     string `json:"until"`
	Limit     *int   `json:"limit"`
	DryRun    bool   `json:"dryRun"`
	Callbacks bool   `json:"callbacks"`
}

type roundRecord struct {
	Matched   int           `json:"matched"`
	Done      int           `json:"done"`
	Failed    int           `json:"failed"`    // left as they are
	Remaining int           `json:"remaining"` // for another call
	Counts    []letterCount `json:"counts"`    // of what was matched
}

// postReplays answers POST /admin/letters/replay.
func (s *Service) postReplays(w http.ResponseWriter, r *http.Request) {
	s.goRound(w, r, func(ctx context.Context, id string, ask round) error {
		return s.desk.Replay(ctx, id, deadletter.Replay{By: s.operator(r), Callbacks: ask.Callbacks})
	})
}

// postDiscards answers POST /admin/letters/discard.
func (s *Service) postDiscards(w http.ResponseWriter, r *http.Request) {
	s.goRound(w, r, func(ctx context.Context, id string, _ round) error { return s.desk.Discard(ctx, id, s.operator(r)) })
}

// goRound does one thing to the oldest of the letters that a client chooses.
func (s *Service) goRound(w http.ResponseWriter, r *http.Request, do func(context.Context, string, round) error) {
	ask, filter, parameter, err := readRound(http.MaxBytesReader(w, r.Body, maxRoundAsk))
	if err != nil {
		invalid(w, parameter, err.Error())
		return
	}
	if err := s.readLetters(r.Context()); err != nil {
		s.failAway(w, r, err)
		return
	}
	letters := s.letters.List(filter)
	record := roundRecord{Matched: len(letters), Counts: letterCounts(letters), Remaining: len(letters)}
	slices.Reverse(letters)
	if ask.DryRun {
		letters = nil
	}
	for _, l := range letters[:min(*ask.Limit, len(letters))] {
		err := do(r.Context(), l.ID, ask)
		if r.Context().Err() != nil {
			break
		}
		record.Remaining--
		if err != nil {
			record.Failed++
			s.log.Warn("a letter was left as it is", "letter", l.ID, "error", err)
			continue
		}
		record.Done++
	}
	web.JSON(w, http.StatusOK, record)
}

func readRound(body io.Reader) (ask round, f deadletter.Filter, parameter string, err error) {
	text, err := io.ReadAll(body)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err != nil || decoder.Decode(&ask) != nil || decoder.More() {
		return ask, f, "corpo", errRoundForm
	}
	limit := maxRound
	if ask.Limit == nil {
		ask.Limit = &limit
	}
	if *ask.Limit < 1 || *ask.Limit > maxRound {
		return ask, f, "limit", errRoundLimit
	}
	query := url.Values{}
	for name, value := range map[string]string{"kind": ask.Kind, "stage": ask.Stage, "class": ask.Class, "account": ask.Account, "type": ask.Type, "reason": ask.Reason,
		"since": ask.Since, "until": ask.Until} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(query) == 0 {
		return ask, f, "corpo", errRoundAll
	}
	f, parameter, err = letterFilter(query)
	return ask, f, parameter, err
}
