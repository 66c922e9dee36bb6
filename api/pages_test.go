package api_test

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"lavra.dev/api"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
)

// pages draws pages of one letter, and counts.
type pages struct {
	drawn atomic.Int64
	err   error
	hold  chan struct{} // closed when drawing may go on; nil: at once
}

func (p *pages) draw(ctx context.Context, _ string, _ func(context.Context) (io.ReadCloser, error), _ event.Format, page, dpi int, upright bool) (api.Drawing, error) {
	p.drawn.Add(1)
	if p.hold != nil {
		select {
		case <-p.hold:
		case <-ctx.Done():
			return api.Drawing{}, ctx.Err()
		}
	}
	if p.err != nil {
		return api.Drawing{}, p.err
	}
	d := api.Drawing{PNG: []byte(strconv.Itoa(page) + "@" + strconv.Itoa(dpi)), Pages: 2}
	if upright {
		d.ToSent = [9]float64{0, -1, 1, 1, 0, 0, 0, 0, 1}
	}
	return d, nil
}

func TestAPageIsDrawnOnceAndKept(t *testing.T) {
	p := &pages{}
	w := newWorld(t, options{draw: p.draw})
	r := w.request(time.Now())
	w.submit(r)
	path := "/extract/" + r.ID + "/pages/"
	for range 3 {
		got := w.get("acme", path+"2?dpi=100&view=upright")
		w.want("a page", got, 200, "2@100")
		for name, want := range map[string]string{"Content-Type": "image/png", "X-Page-Count": "2", "X-Page-To-Sent": "0,-1,1,1,0,0,0,0,1", "Cache-Control": "no-store"} {
			if got.header.Get(name) != want {
				t.Errorf("%s is %q, want %q", name, got.header.Get(name), want)
			}
		}
	}
	if n := p.drawn.Load(); n != 1 {
		t.Errorf("drawn %d times", n)
	}
	w.want("as sent, at the usual size", w.get("acme", path+"1"), 200, "1@110")
	w.want("another account's", w.get("other", path+"1"), 404, unknown)
	w.want("page 0", w.get("acme", path+"0"), 404, `{"message":"O documento não tem essa página."}`)
	w.want("no number", w.get("acme", path+"x"), 404, "")
	w.want("a dpi too high", w.get("acme", path+"1?dpi=151"), 400, `{"message":"Dados inválidos: dpi: deve ser um número inteiro de 36 a 150."}`)
	w.want("another view", w.get("acme", path+"1?view=left"), 400, `{"message":"Dados inválidos: view: deve ser sent ou upright."}`)
}

func TestAPageThatCannotBeDrawnSaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		status int
		body   string
	}{
		"the file's fault": {stage.Permanent(nil, "O arquivo está corrompido."), 404, `{"message":"O arquivo está corrompido."}`},
		"a fault of ours":  {errors.New("no child"), 503, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, options{draw: (&pages{err: c.err}).draw})
			r := w.request(time.Now())
			w.submit(r)
			w.want("a page", w.get("acme", "/extract/"+r.ID+"/pages/1"), c.status, c.body)
		})
	}
}

func TestOneAccountDoesNotTakeAllDrawing(t *testing.T) {
	p := &pages{hold: make(chan struct{})}
	w := newWorld(t, options{draw: p.draw})
	r := w.request(time.Now())
	w.submit(r)
	path := "/extract/" + r.ID + "/pages/"
	answers := make(chan int, 20)
	for n := range 20 {
		go func() { answers <- w.get("acme", path+strconv.Itoa(n+1)).status }()
	}
	refused := 0
	for refused < 12 { // of 20, 8 may wait
		if status := <-answers; status != 503 {
			t.Fatalf("answered %d while nothing is drawn", status)
		}
		refused++
	}
	close(p.hold)
	for range 8 {
		if status := <-answers; status != 200 {
			t.Errorf("one that waited got %d", status)
		}
	}
}
