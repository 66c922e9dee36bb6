package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/mux"
	"golang.org/x/sync/singleflight"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/stage"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
)

// Drawing is a page of a document as a PNG. ToSent is the map, by rows, from its
// fractions to those of the page as sent.
type Drawing struct {
	PNG    []byte
	Pages  int
	ToSent [9]float64
}

// DrawPage draws a page of a file, in a process that is confined. An error that is a
// *stage.PermanentError says why there will never be a drawing.
type DrawPage func(ctx context.Context, account string, open func(context.Context) (io.ReadCloser, error), format event.Format, page, dpi int, upright bool) (Drawing, error)

const (
	defaultDPI, minDPI, maxDPI = 110, 36, 150

	// drawingBytes bounds what is kept of drawings: some 200 pages.
	drawingBytes = 64 << 20
	// drawingsOfAccount bounds how many drawings of one account may be waited for: a page
	// takes some 100 ms, so the next account's waits less than a second.
	drawingsOfAccount = 8
	// drawingTime bounds one drawing with its wait.
	drawingTime = time.Minute
)

var (
	errDPIValue  = fmt.Errorf("deve ser um número inteiro de %d a %d.", minDPI, maxDPI)
	errViewValue = errors.New("deve ser sent ou upright.")
)

const (
	textNoPage = "O documento não tem essa página."
	textNoFile = "O arquivo não está mais disponível."
)

// drawings draws pages and keeps the last.
type drawings struct {
	draw  DrawPage
	blobs *blob.Store

	flight singleflight.Group
	kept   drawingCache

	mu      sync.Mutex
	waiting map[string]int // by account
}

// pageView is what a client asks of a page.
type pageView struct {
	page, dpi int
	upright   bool
}

// getPage answers GET /extract/{requestId}/pages/{page}.
func (s *Service) getPage(w http.ResponseWriter, r *http.Request) {
	account := web.Account(r.Context())
	doc, err := s.lookup(r.Context(), account, mux.Vars(r)["requestId"])
	if err != nil {
		s.fail(w, r, err)
		return
	}
	view, ok := parsePageView(w, r)
	if !ok {
		return
	}
	if doc.request.File.Format == event.XML {
		web.Message(w, http.StatusNotFound, textNoPage)
		return
	}
	if s.drawings.draw == nil {
		web.Unavailable(w, retryAfter)
		return
	}
	drawing, err := s.drawings.get(r.Context(), account, doc.request, view)
	var never *stage.PermanentError
	switch {
	case errors.As(err, &never):
		web.Message(w, http.StatusNotFound, never.Reason)
	case err != nil:
		s.fail(w, r, err)
	default:
		w.Header().Set("X-Page-Count", strconv.Itoa(drawing.Pages))
		w.Header().Set("X-Page-To-Sent", formatMap(drawing.ToSent))
		web.Answer(w, r, "image/png", drawing.PNG)
	}
}

// formatMap writes a map as nine numbers; the identity where it is the zero value.
func formatMap(m [9]float64) string {
	if m == ([9]float64{}) {
		m = [9]float64{0: 1, 4: 1, 8: 1}
	}
	var parts []string
	for _, v := range m {
		parts = append(parts, strconv.FormatFloat(v, 'g', 8, 64))
	}
	return strings.Join(parts, ",")
}

func parsePageView(w http.ResponseWriter, r *http.Request) (pageView, bool) {
	query, ok := parseQuery(w, r, "dpi", "view")
	if !ok {
		return pageView{}, false
	}
	view := pageView{dpi: defaultDPI}
	var err error
	if query.Has("dpi") {
		text := query.Get("dpi")
		if view.dpi, err = strconv.Atoi(text); err != nil || text[0] == '+' || view.dpi < minDPI || view.dpi > maxDPI {
			invalid(w, "dpi", errDPIValue.Error())
			return view, false
		}
	}
	switch query.Get("view") {
	case "upright":
		view.upright = true
	case "sent":
	default:
		if query.Has("view") {
			invalid(w, "view", errViewValue.Error())
			return view, false
		}
	}
	text := mux.Vars(r)["page"]
	if view.page, err = strconv.Atoi(text); err != nil || view.page < 1 || text[0] == '+' || text[0] == '0' {
		web.Message(w, http.StatusNotFound, textNoPage)
		return view, false
	}
	return view, true
}

// get gives a drawing that is kept, or one that is made now. Who asks for one that is
// being made waits for the same.
func (d *drawings) get(ctx context.Context, account string, request event.Request, view pageView) (Drawing, error) {
	key := fmt.Sprintf("%s %d %d %d %t", request.ID, request.Revision, view.page, view.dpi, view.upright)
	if drawing, ok := d.kept.get(key); ok {
		return drawing, nil
	}
	if request.File.URI == "" { // only the query store knows the request: its file is gone before
		return Drawing{}, stage.Permanent(nil, textNoFile)
	}
	if !d.enter(account) {
		return Drawing{}, fmt.Errorf("%w: too many drawings of the account are waited for", errUnavailable)
	}
	defer d.leave(account)
	made := d.flight.DoChan(key, func() (any, error) {
		// Not the first one's context: others may wait for the same.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drawingTime)
		defer cancel()
		drawing, err := d.draw(ctx, request.Account, stage.File(d.blobs, request.File.URI), request.File.Format, view.page, view.dpi, view.upright)
		if err == nil {
			d.kept.put(key, drawing)
		}
		return drawing, err
	})
	select {
	case <-ctx.Done():
		return Drawing{}, ctx.Err()
	case result := <-made:
		if result.Err != nil {
			var never *stage.PermanentError
			if errors.As(result.Err, &never) {
				return Drawing{}, result.Err
			}
			return Drawing{}, fmt.Errorf("%w: drawing a page: %w", errUnavailable, result.Err)
		}
		return result.Val.(Drawing), nil
	}
}

func (d *drawings) enter(account string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.waiting[account] >= drawingsOfAccount {
		return false
	}
	d.waiting[account]++
	return true
}

func (d *drawings) leave(account string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.waiting[account]--; d.waiting[account] == 0 {
		delete(d.waiting, account)
	}
}
