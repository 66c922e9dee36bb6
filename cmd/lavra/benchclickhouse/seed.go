package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"time"

	"lavra.dev/cmd/lavra/trial"
)

// readSeed has a service of its own read the samples, and keeps the rows that
// its sink wrote, in ClickHouse's native form: what is multiplied is real.
func readSeed(ctx context.Context, o options) error {
	if _, err := os.Stat(o.seed()); err == nil {
		return nil
	}
	s, err := trial.Start(ctx, o.bin)
	if err != nil {
		return err
	}
	defer s.Close()
	sent, err := sendSamples(ctx, s, o.samples)
	if err != nil {
		return err
	}
	if err := awaitRows(ctx, s, sent); err != nil {
		return err
	}
	rows, err := s.Query(ctx, "SELECT * FROM results_raw FINAL FORMAT Native")
	if err != nil {
		return err
	}
	return os.WriteFile(o.seed(), rows, 0o600)
}

// classified is how many of the samples are also only classified: 2 beside 32
// results, and the one blank page, make 6 and 3 in a hundred.
const classified = 2

// sendSamples sends every sample, some of them to be classified too, and a blank
// page, which fails. It gives the number of requests.
func sendSamples(ctx context.Context, s *trial.Service, dir string) (sent int, err error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return 0, fmt.Errorf("listing samples: %w", err)
	}
	send := func(path, name string, data []byte, fields map[string]string) {
		if err == nil {
			_, err = s.Send(ctx, path, name, data, fields)
			sent++
		}
	}
	for _, f := range files {
		fields := map[string]string{}
		switch filepath.Ext(f.Name()) {
		case ".json", ".md":
			continue
		case ".xml":
			fields["documentType"] = "NFE"
		}
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return 0, fmt.Errorf("reading a sample: %w", err)
		}
		if sent < 2*classified {
			send("/classify", f.Name(), data, nil)
		}
		send("/extract/sync", f.Name(), data, fields)
	}
	var blank bytes.Buffer
	if err := png.Encode(&blank, image.NewGray(image.Rect(0, 0, 850, 1100))); err != nil {
		return 0, fmt.Errorf("drawing a blank page: %w", err)
	}
	send("/extract/sync", "blank.png", blank.Bytes(), nil)
	return sent, err
}

// awaitRows waits until the sink has written what was sent: a call is answered before.
func awaitRows(ctx context.Context, s *trial.Service, want int) error {
	for {
		count, err := s.Query(ctx, "SELECT count() FROM results_raw FINAL")
		if err != nil {
			return err
		}
		if string(bytes.TrimSpace(count)) == fmt.Sprint(want) {
			return nil
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("waiting for the rows of %d samples: %w", want, ctx.Err())
		}
	}
}
