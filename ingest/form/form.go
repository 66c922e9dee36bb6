// Package form reads the body of a writing call, JSON or multipart, into one
// Form. Files never stand in memory: each is handed to a Store as it streams by,
// and fields may come before or after it.
//
// In: a request's body. Out: a Form whose fields are valid by the contract, or
// an error with the contract's words. Nothing is looked up, fetched or judged
// by content here. What was stored before an error is in the Form that comes
// with it: its caller deletes that.
package form

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"lavra.dev/platform/blob"
)

// Texts of the contract for what is wrong with the file.
var (
	ErrBoth     = errors.New("Envie o arquivo ou a URL, não ambos.")
	ErrNoFile   = errors.New("Nenhum arquivo enviado.")
	ErrEmpty    = errors.New("Arquivo vazio.")
	ErrTooLarge = errors.New("Arquivo excede o tamanho máximo permitido.")
)

// ErrMediaType says that the Content-Type is none that the endpoint reads.
var ErrMediaType = errors.New("unsupported media type")

// Invalid is a violation of the schema. Field is the client's name of it,
// Reason a Portuguese sentence.
type Invalid struct{ Field, Reason string }

func (e *Invalid) Error() string { return "Dados inválidos: " + e.Field + ": " + e.Reason }

// FileError is what is wrong with one file of a batch.
type FileError struct {
	Name string
	Err  error
}

func (e *FileError) Error() string { return e.Err.Error() + " (arquivo: " + e.Name + ")" }
func (e *FileError) Unwrap() error { return e.Err }

// StoreError says that the store failed, not the client.
type StoreError struct{ Err error }

func (e *StoreError) Error() string { return fmt.Sprintf("storing file: %v", e.Err) }
func (e *StoreError) Unwrap() error { return e.Err }

// Store keeps a file while it streams by. An error of r comes back wrapped.
type Store func(ctx context.Context, r io.Reader) (blob.Info, error)

// Limits of a body. Sizes are in bytes as sent, but for Reference.
type Limits struct {
	File      int64 // one file
	Batch     int64 // all files of a batch
	Files     int   // of a batch
	Metadata  int
	Signature int
	Reference int // characters
}

// Spec says what an endpoint reads.
type Spec struct {
	Fields []string // beside file and fileUrl
	Batch  bool     // several files, multipart only, no URL
}

// Form is what a client sent. What is nil was not sent.
type Form struct {
	Files           []File
	URL             *string // fileUrl
	Name            string  // filename of a file given by URL
	DocumentType    *string
	ReferenceID     *string
	Metadata        *string // a JSON object, as sent
	IncludeMarkdown bool
	Timeout         time.Duration
	Callback        Callback
	Unread          []string // known names that this endpoint does not read
}

// File is one stored file.
type File struct {
	blob.Info
	Name string
}

// Callback is where a result is wanted. It is given where URL is.
type Callback struct {
	URL             *string
	Token           *string
	Method          string
	Signature       *string
	IncludeMarkdown bool
}

// Bounds of timeout, by the contract.
const (
	minTimeout     = 10 * time.Second
	maxTimeout     = 300 * time.Second
	defaultTimeout = 60 * time.Second
)

// Read reads a request's body. The Form is never nil: what it holds in Files is
// stored, error or not.
func Read(r *http.Request, spec Spec, limits Limits, store Store) (*Form, error) {
	p := &parser{
		ctx:    r.Context(),
		spec:   spec,
		limits: limits,
		store:  store,
		seen:   map[string]bool{},
		form:   &Form{Timeout: defaultTimeout, Callback: Callback{Method: http.MethodPost}},
	}
	media, params := mediaType(r.Header.Get("Content-Type"))
	body := &limitedReader{r: r.Body, left: p.bodyLimit(), err: errBody("excede o tamanho máximo permitido.")}
	var err error
	switch {
	case media == "multipart/form-data":
		err = p.multipart(body, params["boundary"])
	case media == "application/json" && !spec.Batch:
		err = p.json(body)
	default:
		return p.form, ErrMediaType
	}
	if err == nil {
		err = drain(body)
	}
	if err == nil {
		err = p.complete()
	}
	return p.form, err
}

// mediaType reads a Content-Type. A parameter that cannot be read is the body's
// fault, not another type.
func mediaType(text string) (media string, params map[string]string) {
	media, params, err := mime.ParseMediaType(text)
	if err != nil {
		media, _, _ = strings.Cut(text, ";")
		return strings.ToLower(strings.TrimSpace(media)), nil
	}
	return media, params
}

// parser holds what is known while a body is read.
type parser struct {
	ctx    context.Context
	spec   Spec
	limits Limits
	store  Store
	form   *Form
	seen   map[string]bool
	url    bool  // fileUrl was given
	stored int64 // bytes of all files so far
}

// bodyLimit bounds what is read of a body at all: base64 takes 4/3 of the file,
// line breaks and escapes some more, and unknown fields may be as large again.
func (p *parser) bodyLimit() int64 {
	if p.spec.Batch {
		return p.limits.Batch + p.limits.Batch/8 + 1<<20
	}
	return 2*p.limits.File + 1<<20
}

// complete checks what only the whole body shows.
func (p *parser) complete() error {
	switch {
	case p.url && len(p.form.Files) > 0:
		return ErrBoth
	case !p.url && len(p.form.Files) == 0:
		return ErrNoFile
	}
	for _, f := range p.form.Files {
		if f.Size == 0 {
			return p.fileError(f.Name, ErrEmpty)
		}
	}
	return nil
}

// fileError says which file of a batch is at fault.
func (p *parser) fileError(name string, err error) error {
	if !p.spec.Batch {
		return err
	}
	return &FileError{name, err}
}

// keep stores one file.
func (p *parser) keep(r io.Reader, name string) error {
	if name == "" {
		name = fmt.Sprintf("arquivo %d", len(p.form.Files)+1)
	}
	limited := &limitedReader{r: r, left: p.limits.File, err: ErrTooLarge}
	if rest := p.limits.Batch - p.stored; p.spec.Batch && rest < p.limits.File {
		limited.left = rest
		limited.err = &Invalid{"file", fmt.Sprintf("o lote excede o limite de %s.", size(p.limits.Batch))}
	}
	info, err := p.store(p.ctx, limited)
	if err == nil {
		p.stored += info.Size
		p.form.Files = append(p.form.Files, File{info, name})
		return nil
	}
	// Which side failed: what the client sent, or the store?
	if limited.failed != nil {
		if errors.Is(limited.failed, ErrTooLarge) {
			return p.fileError(name, ErrTooLarge)
		}
		return limited.failed
	}
	return &StoreError{err}
}

// limitedReader fails with err once more than left bytes come, and remembers
// why reading failed.
type limitedReader struct {
	r      io.Reader
	left   int64
	err    error
	failed error
}

func (l *limitedReader) Read(p []byte) (int, error) {
	if l.failed != nil {
		return 0, l.failed
	}
	// One byte past the limit is asked for, to tell a body that ends there.
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	l.left -= int64(n)
	if l.left < 0 {
		n, err = 0, l.err
	}
	if err != nil && err != io.EOF {
		l.failed = err
	}
	return n, err
}

// drain reads a body to its end: until then the server cannot see whether the
// client leaves.
func drain(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	if known(err) {
		return err
	}
	return errBody("terminou antes do fim ou chegou malformado.")
}

func errBody(reason string) error { return &Invalid{"corpo", reason} }

// known reports whether an error already has the words for the client.
func known(err error) bool {
	var invalid *Invalid
	var file *FileError
	var store *StoreError
	return err == nil || errors.As(err, &invalid) || errors.As(err, &file) || errors.As(err, &store) ||
		errors.Is(err, ErrTooLarge)
}

// size prints a limit as people write it.
func size(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// cleanName makes a client's file name fit to be shown again: the last segment,
// printable, of bounded length.
func cleanName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	var b strings.Builder
	n := 0
	for _, c := range strings.ToValidUTF8(name, "") {
		if c < ' ' || c == 0x7f || n == maxName {
			continue
		}
		b.WriteRune(c)
		n++
	}
	return b.String()
}

// maxName is the longest file name that common file systems take.
const maxName = 255
