package api

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kadm"

	"lavra.dev/platform/status"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
	"lavra.dev/schemas/topic"
)

const (
	inProgress = "in_progress"

	defaultLimit = 100
	maxLimit     = 1000
)

type batchRecord struct {
	BatchID        string      `json:"batch_id"`
	ReferenceID    *string     `json:"reference_id"`
	Status         string      `json:"status"`
	Total          int         `json:"total"`
	InProgress     int         `json:"in_progress"`
	Success        int         `json:"success"`
	PartialSuccess int         `json:"partial_success"`
	Failed         int         `json:"failed"`
	CreatedAt      string      `json:"created_at"`
	CompletedAt    *string     `json:"completed_at"`
	Items          []batchItem `json:"items"`
	NextCursor     *string     `json:"next_cursor"`
}

type batchItem struct {
	RequestID    string     `json:"request_id"`
	Filename     string     `json:"filename"`
	DocumentType *string    `json:"document_type"`
	Status       string     `json:"status"`
	CurrentStep  event.Step `json:"current_step"`
	ProcessedAt  *string    `json:"processed_at"`
}

// batchForm is what a client asks of a batch.
type batchForm struct {
	batchID     string
	referenceID string
	status      string
	limit       int
	cursor      *cursor
}

// getBatch answers GET /extract/batch.
func (s *Service) getBatch(w http.ResponseWriter, r *http.Request) {
	query, ok := parseQuery(w, r, "batchId", "referenceId", "status", "limit", "cursor")
	if !ok {
		return
	}
	form, parameter, err := parseBatchForm(query)
	if err != nil {
		invalid(w, parameter, err.Error())
		return
	}
	account := web.Account(r.Context())
	b, err := s.findBatch(r.Context(), account, form)
	if errors.Is(err, errForeignCursor) {
		invalid(w, "cursor", errForeignCursor.Error())
		return
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if form.cursor != nil && form.cursor.index >= b.Total+s.erased.InBatch(b.ID) { // none that was ever given
		invalid(w, "cursor", errForeignCursor.Error())
		return
	}
	web.AnswerJSON(w, r, renderBatch(b, form))
}

var (
	errOneOf         = errors.New("informe batchId ou referenceId.")
	errNotBoth       = errors.New("informe batchId ou referenceId, não ambos.")
	errStatusValue   = errors.New("deve ser in_progress, success, partial_success ou failed.")
	errLimitValue    = fmt.Errorf("deve ser um número inteiro de 1 a %d.", maxLimit)
	errCursorValue   = errors.New("não é um cursor válido.")
	errForeignCursor = errors.New("não é um cursor deste lote.")
)

func parseBatchForm(query url.Values) (form batchForm, parameter string, err error) {
	form = batchForm{batchID: query.Get("batchId"), referenceID: query.Get("referenceId"), status: query.Get("status"), limit: defaultLimit}
	switch {
	case form.batchID == "" && form.referenceID == "":
		return form, "batchId", errOneOf
	case form.batchID != "" && form.referenceID != "":
		return form, "batchId", errNotBoth
	}
	statuses := []string{"", inProgress, string(event.Success), string(event.PartialSuccess), string(event.Failed)}
	if !slices.Contains(statuses, form.status) || query.Has("status") && form.status == "" {
		return form, "status", errStatusValue
	}
	if query.Has("limit") {
		text := query.Get("limit")
		if form.limit, err = strconv.Atoi(text); err != nil || text[0] == '+' || form.limit < 1 || form.limit > maxLimit {
			return form, "limit", errLimitValue
		}
	}
	if query.Has("cursor") {
		c, ok := parseCursor(query.Get("cursor"))
		if !ok {
			return form, "cursor", errCursorValue
		}
		form.cursor = &c
	}
	return form, "", nil
}

// cursor is the place after the last item of a page, bound to its batch: the
// newest batch with a reference may be another one when the next page is asked for.
type cursor struct {
	batchID string
	index   int // of the next item at the earliest
}

func (c cursor) String() string {
	id := uuid.MustParse(c.batchID) // identifiers were checked on the way in
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint32(id[:], uint32(c.index)))
}

func parseCursor(text string) (cursor, bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	// The length of the text as well: the decoder steps over line breaks.
	if err != nil || len(raw) != 20 || len(text) != base64.RawURLEncoding.EncodedLen(20) {
		return cursor{}, false
	}
	index := binary.BigEndian.Uint32(raw[16:])
	return cursor{uuid.UUID(raw[:16]).String(), int(index)}, index <= 1<<30
}

func renderBatch(b status.Batch, form batchForm) batchRecord {
	record := batchRecord{BatchID: b.ID, ReferenceID: b.ReferenceID, Total: b.Total, CreatedAt: result.Timestamp(b.CreatedAt), Items: []batchItem{}}
	var last time.Time
	from := 0
	if form.cursor != nil {
		from = form.cursor.index
	}
	for _, item := range b.Items {
		at := statusOf(item.State)
		switch at {
		case inProgress:
			record.InProgress++
		case string(event.Success):
			record.Success++
		case string(event.PartialSuccess):
			record.PartialSuccess++
		default:
			record.Failed++
		}
		if item.At.After(last) {
			last = item.At
		}
		if item.Index < from || form.status != "" && form.status != at {
			continue
		}
		if len(record.Items) == form.limit {
			if record.NextCursor == nil {
				next := cursor{b.ID, item.Index}.String()
				record.NextCursor = &next
			}
			continue
		}
		record.Items = append(record.Items, renderItem(item, at))
	}
	record.Status = overall(record)
	if record.Status != inProgress {
		at := result.Timestamp(last)
		record.CompletedAt = &at
	}
	return record
}

func statusOf(s status.State) string {
	if s.Terminal() {
		return string(s.Outcome)
	}
	return inProgress
}

func renderItem(item status.Item, at string) batchItem {
	out := batchItem{RequestID: item.RequestID, Filename: item.Filename, DocumentType: item.DocumentType, Status: at, CurrentStep: item.Step}
	if item.Terminal() {
		processed := result.Timestamp(item.At)
		out.ProcessedAt = &processed
	}
	return out
}

func overall(b batchRecord) string {
	switch {
	case b.InProgress > 0:
		return inProgress
	case b.Success == b.Total:
		return string(event.Success)
	case b.Failed == b.Total:
		return string(event.Failed)
	}
	return string(event.PartialSuccess)
}

// findBatch finds the batch that a form names.
func (s *Service) findBatch(ctx context.Context, account string, form batchForm) (status.Batch, error) {
	id := form.batchID
	if id == "" && form.cursor != nil {
		id = form.cursor.batchID
	}
	if form.cursor != nil && form.cursor.batchID != id {
		return status.Batch{}, errForeignCursor
	}
	if id != "" {
		if !s.ids.Valid(id, account) {
			if form.batchID == "" {
				return status.Batch{}, errForeignCursor
			}
			return status.Batch{}, errNotFound
		}
		b, err := s.batchByID(ctx, account, id)
		if err == nil && form.referenceID != "" && (b.ReferenceID == nil || *b.ReferenceID != form.referenceID) {
			return status.Batch{}, errForeignCursor
		}
		return b, err
	}
	id, err := s.newestBatch(ctx, account, form.referenceID)
	if err != nil {
		return status.Batch{}, err
	}
	return s.batchByID(ctx, account, id)
}

// batchByID asks the index, and the query store for what the index does not hold.
func (s *Service) batchByID(ctx context.Context, account, id string) (status.Batch, error) {
	b, ok := s.heldBatch(id)
	var behind error
	if !ok || !settled(b) {
		behind = s.index.AllCaughtUp(ctx)
		b, ok = s.heldBatch(id)
	}
	if ok && (b.Account != account || b.Total <= 0) { // all of it was erased
		return status.Batch{}, errNotFound
	}
	if ok && b.Complete() && (behind == nil || settled(b)) {
		return b, nil
	}
	commits, err := s.kafka.Commits(ctx, topic.GroupSink)
	if err != nil {
		return status.Batch{}, fmt.Errorf("%w: %w", errUnavailable, err)
	}
	stored, err := s.store.batch(ctx, account, id)
	if err != nil && !errors.Is(err, errNotFound) {
		return status.Batch{}, fmt.Errorf("%w: %w", errUnavailable, err)
	}
	if stored = s.remaining(stored); err == nil && stored.Total <= 0 {
		return status.Batch{}, errNotFound
	}
	if err == nil {
		s.overlay(&stored)
		if settled(stored) {
			return stored, nil
		}
	}
	// What is missing or still under way is only known where store and index
	// cover the whole log between them.
	if behind != nil || !s.covered(ctx, commits) {
		return status.Batch{}, fmt.Errorf("%w: the query store lags behind the index", errUnavailable)
	}
	if err == nil && !stored.Complete() {
		return status.Batch{}, fmt.Errorf("%w: part of the batch is in neither copy", errUnavailable)
	}
	return stored, err
}

// settled says that nothing of a batch can change any more.
func settled(b status.Batch) bool {
	for _, item := range b.Items {
		if !item.Terminal() {
			return false
		}
	}
	return b.Complete() && b.Total > 0
}

// overlay puts the states that the index holds over those of the store, where
// they are further.
func (s *Service) overlay(b *status.Batch) {
	for i := range b.Items {
		item := &b.Items[i]
		if held, ok := s.index.Get(item.RequestID); ok && !item.Terminal() && held.Revision >= item.Revision {
			item.State = held
		}
	}
	slices.SortFunc(b.Items, func(a, b status.Item) int { return a.Index - b.Index })
}

// covered reports whether store and index hold the whole log between them: the
// sink has committed all that lies before the index.
func (s *Service) covered(ctx context.Context, commits kadm.OffsetResponses) bool {
	for _, name := range append(topic.Lanes(topic.Submitted), topic.Status) {
		for partition := int32(0); ; partition++ {
			held, ok := s.index.Held(name, partition)
			if !ok {
				if partition == 0 {
					return false
				}
				break
			}
			if !committed(commits, s.kafka.Topic(name), partition, held) {
				return false
			}
		}
	}
	// The sink reads each topic at its own pace, and a result is written just
	// before its status: those of statuses before the index have to be in.
	results := s.kafka.Topic(topic.Completed)
	listed, err := s.kafka.Admin().ListOffsetsAfterMilli(ctx, time.Now().Add(-clockSkew).UnixMilli(), results)
	if err != nil || listed.Error() != nil {
		return false
	}
	for partition, at := range listed[results] {
		if !committed(commits, results, partition, at.Offset) {
			return false
		}
	}
	return true
}

// committed reports whether the sink is past an offset; offset 0 is before any record.
func committed(commits kadm.OffsetResponses, broker string, partition int32, offset int64) bool {
	commit, ok := commits.Lookup(broker, partition)
	return offset == 0 || ok && commit.Err == nil && commit.At >= offset
}

// newestBatch finds the account's newest batch with a reference.
func (s *Service) newestBatch(ctx context.Context, account, referenceID string) (string, error) {
	behind := s.index.AllCaughtUp(ctx)
	if behind != nil {
		return "", fmt.Errorf("%w: %w", errUnavailable, behind)
	}
	if id, ok := s.index.NewestBatch(account, referenceID); ok {
		return id, nil
	}
	commits, err := s.kafka.Commits(ctx, topic.GroupSink)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errUnavailable, err)
	}
	id, err := s.store.newestBatch(ctx, account, referenceID)
	if err == nil {
		return id, nil
	}
	if !errors.Is(err, errNotFound) || !s.covered(ctx, commits) {
		return "", fmt.Errorf("%w: %w", errUnavailable, err)
	}
	return "", errNotFound
}
