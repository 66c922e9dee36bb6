package egress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

var (
	// ErrDownload says that the file could not be fetched, for whatever reason
	// that is not one of the guard's.
	ErrDownload = errors.New("download failed")
	// ErrTooLarge says that the file is larger than asked for.
	ErrTooLarge = errors.New("download is too large")
)

// Downloader fetches files that clients name by URL.
type Downloader struct {
	client  *http.Client
	timeout time.Duration
}

// NewDownloader fetches through the guard. The timeout holds for a whole
// download, redirects and body included.
func NewDownloader(g *Guard, timeout time.Duration) *Downloader {
	return &Downloader{client: g.Client(true), timeout: timeout}
}

// Open starts a download. Reading past limit bytes gives ErrTooLarge, any other
// failure ErrDownload or one of the guard's errors; none names the URL.
func (d *Downloader) Open(ctx context.Context, rawURL string, limit int64) (io.ReadCloser, error) {
	u, err := parseURL(rawURL)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		cancel()
		return nil, ErrURL
	}
	req.Header.Set("User-Agent", "lavra")
	resp, err := d.client.Do(req)
	if err != nil {
		cancel()
		return nil, classify(err)
	}
	b := &body{ReadCloser: resp.Body, cancel: cancel, left: limit}
	switch {
	case resp.StatusCode != http.StatusOK:
		err = fmt.Errorf("%w: %w", ErrDownload, statusError(resp.StatusCode))
	case resp.ContentLength > limit:
		err = ErrTooLarge
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// classify keeps the guard's errors and calls every other one ErrDownload.
func classify(err error) error {
	for _, own := range []error{ErrURL, ErrScheme, ErrAddress} {
		if errors.Is(err, own) {
			return own
		}
	}
	return fmt.Errorf("%w: %s", ErrDownload, Class(err))
}

// body counts what is left of the limit and ends the download's deadline on Close.
type body struct {
	io.ReadCloser
	cancel context.CancelFunc
	left   int64
}

func (b *body) Read(p []byte) (int, error) {
	// One byte past the limit is asked for, to tell a file that ends there.
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		return 0, ErrTooLarge
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = classify(err)
	}
	return n, err
}

func (b *body) Close() error {
	b.cancel()
	return b.ReadCloser.Close()
}
