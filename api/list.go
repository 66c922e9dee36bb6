package api

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/status"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
)

// listRecord is one page of an account's requests, newest first.
type listRecord struct {
	Items      []listItem `json:"items"`
	NextCursor *string    `json:"next_cursor"`
}

// listItem says of a request what a list shows.
type listItem struct {
	RequestID        string     `json:"request_id"`
	Operation        string     `json:"operation"`
	DocumentType     *string    `json:"document_type"`
	Status           string     `json:"status"`
	CurrentStep      event.Step `json:"current_step"`
	ReferenceID      *string    `json:"reference_id"`
	BatchID          *string    `json:"batch_id"`
	Filename         string     `json:"filename"`
	Pages            *int32     `json:"pages"`
	ReliabilityScore *float64   `json:"reliability_score"`
	CreatedAt        string     `json:"created_at"`
	CompletedAt      *string    `json:"completed_at"`
}

// listForm is what a client asks to see.
type listForm struct {
	account      string
	status       string
	documentType string
	referenceID  string
	since, until time.Time // zero: no bound; since is in, until is not
	before       string    // requests before this one; empty: from the newest on
	limit        int
}

const defaultListLimit = 50

var (
	errTypeValue = errors.New("não é um tipo de documento conhecido; GET /types lista todos.")
	errTimeValue = errors.New("deve ser uma data (2026-03-01) ou um instante RFC 3339 (2026-03-01T12:00:00Z).")
	errTimeOrder = errors.New("deve ser depois de since.")
	errEmpty     = errors.New("não pode ser vazio.")
)

// getList answers GET /extract.
func (s *Service) getList(w http.ResponseWriter, r *http.Request) {
	query, ok := parseQuery(w, r, "status", "type", "referenceId", "since", "until", "limit", "cursor")
	if !ok {
		return
	}
	form, parameter, err := parseListForm(query)
	if err != nil {
		invalid(w, parameter, err.Error())
		return
	}
	form.account = web.Account(r.Context())
	items, last, err := s.list(r.Context(), form)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	record := listRecord{Items: items}
	if last != "" {
		next := listCursor(last)
		record.NextCursor = &next
	}
	web.AnswerJSON(w, r, record)
}

func parseListForm(query url.Values) (form listForm, parameter string, err error) {
	form = listForm{status: query.Get("status"), documentType: query.Get("type"), referenceID: query.Get("referenceId"), limit: defaultListLimit}
	if query.Has("referenceId") && form.referenceID == "" {
		return form, "referenceId", errEmpty
	}
	statuses := []string{inProgress, string(event.Success), string(event.PartialSuccess), string(event.Failed)}
	if query.Has("status") && !slices.Contains(statuses, form.status) {
		return form, "status", errStatusValue
	}
	if _, known := catalogue.Lookup(form.documentType); query.Has("type") && !known {
		return form, "type", errTypeValue
	}
	if form.since, form.until, parameter, err = parsePeriod(query); err != nil {
		return form, parameter, err
	}
	if query.Has("limit") {
		if form.limit, err = parseLimit(query.Get("limit")); err != nil {
			return form, "limit", err
		}
	}
	if query.Has("cursor") {
		if form.before, err = parseListCursor(query.Get("cursor")); err != nil {
			return form, "cursor", err
		}
	}
	return form, "", nil
}

func parseLimit(text string) (int, error) {
	limit, err := strconv.Atoi(text)
	if err != nil || text[0] == '+' || limit < 1 || limit > maxLimit {
		return 0, errLimitValue
	}
	return limit, nil
}

// parsePeriod reads since and until; a day that is given as until is in whole.
func parsePeriod(query url.Values) (since, until time.Time, parameter string, err error) {
	if query.Has("since") {
		if since, _, err = parseInstant(query.Get("since")); err != nil {
			return since, until, "since", err
		}
	}
	if query.Has("until") {
		var day bool
		if until, day, err = parseInstant(query.Get("until")); err != nil {
			return since, until, "until", err
		}
		if day {
			until = until.AddDate(0, 0, 1)
		}
		if !until.After(since) {
			return since, until, "until", errTimeOrder
		}
	}
	return since, until, "", nil
}

// parseInstant takes a time or a day, within what a UUIDv7 and the store can hold.
func parseInstant(text string) (at time.Time, day bool, err error) {
	if at, err = time.Parse(time.RFC3339, text); err != nil {
		day = true
		at, err = time.Parse(time.DateOnly, text)
	}
	if err != nil || at.Year() < 1970 || at.Year() > 2148 {
		return at, day, errTimeValue
	}
	return at.UTC(), day, nil
}

// listCursor is the place after a request, opaque to clients.
func listCursor(id string) string {
	raw := uuid.MustParse(id)
	return base64.RawURLEncoding.EncodeToString(raw[:])
}

func parseListCursor(text string) (id string, err error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != 16 || len(text) != base64.RawURLEncoding.EncodedLen(16) {
		return "", errCursorValue
	}
	return uuid.UUID(raw).String(), nil
}

// list gives a page and, where there is more, the request that it ends with. The
// query store has all but the last seconds; those, and how far its unfinished
// requests are by now, the index has.
func (s *Service) list(ctx context.Context, form listForm) (items []listItem, last string, err error) {
	if err := s.index.AllCaughtUp(ctx); err != nil {
		s.log.Debug("listing without the last seconds", "error", err)
	}
	rows, err := s.store.list(ctx, form)
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", errUnavailable, err)
	}
	if len(rows) > form.limit {
		rows = rows[:form.limit]
		last = rows[form.limit-1].RequestID
	}
	items = make([]listItem, 0, len(rows))
	seen := make(map[string]bool, len(rows))
	for _, row := range rows {
		seen[row.RequestID] = true
		item := row.item()
		if held, ok := s.index.Get(row.RequestID); ok && row.Status == inProgress {
			item.reach(held)
		}
		if form.admits(item) && !s.erased.Has(row.RequestID) {
			items = append(items, item)
		}
	}
	fresh := s.index.Newest(form.account, func(state status.State) bool {
		return !seen[state.RequestID] && state.RequestID > last && (form.before == "" || state.RequestID < form.before)
	})
	items = append(items, s.unstored(ctx, form, fresh)...)
	slices.SortFunc(items, func(a, b listItem) int { return cmp.Compare(b.RequestID, a.RequestID) })
	if len(items) > form.limit {
		items = items[:form.limit]
		last = items[form.limit-1].RequestID
	}
	return items, last, nil
}

// unstored makes the items of requests that the query store did not give: it
// does not have them yet, or has them in a state that the client does not ask for.
func (s *Service) unstored(ctx context.Context, form listForm, fresh []status.State) []listItem {
	slices.SortFunc(fresh, func(a, b status.State) int { return cmp.Compare(b.RequestID, a.RequestID) })
	var items []listItem
	for _, state := range fresh {
		if !form.admits(itemOf(state)) || s.erased.Has(state.RequestID) {
			continue
		}
		if len(items) > form.limit {
			break
		}
		doc, err := s.fromLog(ctx, state)
		if err != nil {
			continue // the query store will have it in a moment
		}
		item := itemOf(state).requested(doc)
		if form.referenceID == "" || doc.request.ReferenceID != nil && *doc.request.ReferenceID == form.referenceID {
			items = append(items, item)
		}
	}
	return items
}

// admits reports whether an item is one that was asked for. The reference was looked
// at where the item was found.
func (f listForm) admits(item listItem) bool {
	at, _ := time.Parse(time.RFC3339, item.CreatedAt)
	return (f.status == "" || f.status == item.Status) &&
		(f.documentType == "" || item.DocumentType != nil && f.documentType == *item.DocumentType) &&
		!at.Before(f.since) && (f.until.IsZero() || at.Before(f.until))
}

func itemOf(state status.State) listItem {
	item := listItem{RequestID: state.RequestID, CreatedAt: result.Timestamp(state.AcceptedAt), DocumentType: state.DocumentType}
	if state.BatchID != "" {
		item.BatchID = &state.BatchID
	}
	item.reach(state)
	return item
}

// reach takes over how far a request is.
func (i *listItem) reach(state status.State) {
	i.Status, i.CurrentStep = statusOf(state), state.Step
	if state.DocumentType != nil {
		i.DocumentType = state.DocumentType
	}
	if state.Terminal() {
		at := result.Timestamp(state.At)
		i.CompletedAt, i.DocumentType = &at, state.DocumentType
	}
}

// requested adds what the request and, where it has ended, the result say.
func (i listItem) requested(doc document) listItem {
	r := doc.request
	i.Operation, i.ReferenceID, i.Filename = string(r.Operation), r.ReferenceID, r.File.Name
	if i.DocumentType == nil && !doc.ended() {
		i.DocumentType = r.DocumentType
	}
	if c := doc.completed; c != nil {
		i.Pages = &c.PageCount
		if r.Operation != event.Classify {
			i.ReliabilityScore = &c.Extraction.Quality.ReliabilityScore
		}
	}
	return i
}
