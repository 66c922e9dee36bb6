package ocr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"lavra.dev/platform/sandbox"
	"lavra.dev/processors/document"
	"lavra.dev/processors/nfexml"
	"lavra.dev/processors/ocr/reader"
	"lavra.dev/processors/ocr/reader/native"
	"lavra.dev/schemas/event"
)

// order is what a child is asked for.
type order struct {
	Format   event.Format `json:"format"`
	MaxPages int          `json:"max_pages"`

	// Draw asks for the picture of a page in the place of what it says.
	Draw *reader.PageView `json:"draw,omitempty"`
}

// The codes a child answers with where it has no result.
const (
	codeEncrypted  = "encrypted"
	codeUnreadable = "unreadable"
	codeTooLarge   = "too_large"
	codeForbidden  = "xml_forbidden"
	codeNoInvoice  = "xml_no_invoice"
	codeMalformed  = "xml_malformed"
	codeNoEngine   = "no_engine"
	codeNoPage     = "no_page"
)

// reasons are the client's words for the codes that say something of the file.
var reasons = map[string]string{
	codeEncrypted:  "O arquivo está protegido por senha e não pôde ser lido.",
	codeUnreadable: "O arquivo está corrompido e não pôde ser lido.",
	codeTooLarge:   "O arquivo tem uma página grande demais para ser processada.",
	codeForbidden:  nfexml.Reason(nfexml.ErrForbidden),
	codeNoInvoice:  nfexml.Reason(nfexml.ErrNoInvoice),
	codeMalformed:  nfexml.Reason(nfexml.ErrMalformed),
	codeNoPage:     "O documento não tem essa página.",
	"internal":     "O arquivo não pôde ser processado.",
}

// ServeReader is the body of the child process: it shuts itself in, loads the
// engines and reads files until the parent is done.
func ServeReader(ctx context.Context, cfg reader.Config) error {
	if err := sandbox.Confine(sandbox.Engines); err != nil {
		return fmt.Errorf("confining the reader: %w", err)
	}
	// Pages come and go and little stays: collecting less often costs memory
	// that GOMEMLIMIT bounds, and saves a tenth of the work on a text page.
	debug.SetGCPercent(400)
	engine, err := reader.New(cfg)
	if err != nil {
		return fmt.Errorf("loading the engines: %w", err)
	}
	defer engine.Close()
	return sandbox.Serve(ctx, func(ctx context.Context, header []byte, path string) ([]byte, error) {
		var o order
		if err := json.Unmarshal(header, &o); err != nil {
			return nil, err
		}
		answer, err := perform(ctx, engine, o, path)
		if err != nil {
			return nil, coded(err)
		}
		return json.Marshal(answer)
	})
}

func perform(ctx context.Context, engine *reader.Engine, o order, path string) (any, error) {
	if o.Draw != nil {
		return engine.Draw(ctx, path, *o.Draw)
	}
	if o.Format == event.XML {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		return nfexml.Read(data)
	}
	doc, err := engine.Read(ctx, path, reader.Options{Format: o.Format, MaxPages: o.MaxPages, PageDone: sandbox.Progress})
	if err != nil {
		return nil, err
	}
	return document.Pack(doc), nil
}

func coded(err error) error {
	for _, known := range []struct {
		err  error
		code string
	}{
		{reader.ErrEncrypted, codeEncrypted}, {reader.ErrUnreadable, codeUnreadable}, {reader.ErrTooLarge, codeTooLarge},
		{nfexml.ErrForbidden, codeForbidden}, {nfexml.ErrNoInvoice, codeNoInvoice}, {nfexml.ErrMalformed, codeMalformed},
		{native.ErrMissing, codeNoEngine}, {reader.ErrNoPage, codeNoPage},
	} {
		if errors.Is(err, known.err) {
			return &sandbox.JobError{Code: known.code}
		}
	}
	return err
}
