package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"lavra.dev/schemas/catalogue"
)

// submission is what `lavra submit` was asked to do.
type submission struct {
	url, key, documentType string
	parallel               int
	timeout                time.Duration
	asJSON                 bool

	print sync.Mutex
}

func submitCommand() *cobra.Command {
	var s submission
	cmd := &cobra.Command{
		Use:   "submit FILE|FOLDER...",
		Short: "Send documents to a running service and print each result as it ends",
		Long: "Send documents to a running service and print each result as it ends.\n" +
			"Folders are searched, those in them too, for PDF, JPEG, PNG, TIFF and XML files. XML is sent as NFE.",
		Example: "  lavra submit --key $LAVRA_API_KEY samples\n  lavra submit --json nota.xml > nota.json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if s.key == "" {
				return errors.New("no API key: give --key or set LAVRA_API_KEY")
			}
			files, err := documents(args)
			if err != nil {
				return err
			}
			return s.run(cmd.Context(), files, cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.url, "url", envOr("LAVRA_URL", "http://127.0.0.1:8080"), "address of the service (LAVRA_URL)")
	f.StringVar(&s.key, "key", os.Getenv("LAVRA_API_KEY"), "API key (LAVRA_API_KEY)")
	f.StringVar(&s.documentType, "type", "", "document type; detected when left out")
	f.IntVar(&s.parallel, "parallel", 4, "documents under way at once")
	f.DurationVar(&s.timeout, "timeout", 5*time.Minute, "how long to wait for one document")
	f.BoolVar(&s.asJSON, "json", false, "print the whole status record of each document, one a line")
	return cmd
}

func envOr(name, fallback string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return fallback
}

// documents lists the files named and those below the folders named.
func documents(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				return nil
			}
			switch strings.ToLower(filepath.Ext(path)) {
			case ".pdf", ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".xml":
				files = append(files, path)
			default:
				if path == arg {
					files = append(files, path) // named outright: the service decides by content
				}
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("looking for documents: %w", err)
		}
	}
	if len(files) == 0 {
		return nil, errors.New("no documents found")
	}
	return files, nil
}

func (s *submission) run(ctx context.Context, files []string, out io.Writer) error {
	start := time.Now()
	outcomes := map[string]int{}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(s.parallel)
	for _, file := range files {
		group.Go(func() error {
			record, err := s.one(ctx, file)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			s.print.Lock()
			defer s.print.Unlock()
			if err != nil {
				outcomes["refused"]++
				fmt.Fprintf(out, "%-44s refused: %v\n", filepath.Base(file), err)
				return nil
			}
			outcomes[record.Status]++
			return s.show(out, file, record)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if !s.asJSON {
		fmt.Fprintf(out, "\n%d documents in %.1f s:", len(files), time.Since(start).Seconds())
		for _, name := range []string{"success", "partial_success", "failed", "refused"} {
			if n := outcomes[name]; n > 0 {
				fmt.Fprintf(out, " %d %s", n, name)
			}
		}
		fmt.Fprintln(out)
	}
	if n := outcomes["refused"]; n > 0 {
		return fmt.Errorf("%d of %d documents were refused", n, len(files))
	}
	return nil
}

// statusRecord is what submit reads of GET /extract/{requestId}.
type statusRecord struct {
	RequestID    string  `json:"request_id"`
	DocumentType *string `json:"document_type"`
	Status       string  `json:"status"`
	Payload      *struct {
		Fields map[string]struct {
			Value any `json:"value"`
		} `json:"fields"`
		Service struct {
			Inconsistencies []string `json:"inconsistencies"`
		} `json:"service"`
	} `json:"payload"`
	raw json.RawMessage
}

func (s *submission) one(ctx context.Context, file string) (statusRecord, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	accepted, err := s.post(ctx, file)
	if err != nil {
		return statusRecord{}, err
	}
	// Most documents end within a second; long ones are not asked about often.
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		record, err := s.get(ctx, "/extract/"+accepted.RequestID)
		if err != nil || record.Status != "in_progress" {
			return record, err
		}
		select {
		case <-ctx.Done():
			return record, fmt.Errorf("still in progress after %s as request %s", s.timeout, accepted.RequestID)
		case <-time.After(wait):
		}
	}
}

func (s *submission) post(ctx context.Context, file string) (statusRecord, error) {
	f, err := os.Open(file)
	if err != nil {
		return statusRecord{}, err
	}
	defer f.Close()
	body, w := io.Pipe()
	form := multipart.NewWriter(w)
	go func() { w.CloseWithError(s.writeForm(form, f, file)) }()
	defer body.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/extract", body)
	if err != nil {
		return statusRecord{}, err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	return s.do(req)
}

func (s *submission) writeForm(form *multipart.Writer, f io.Reader, file string) error {
	documentType := s.documentType
	if documentType == "" && strings.EqualFold(filepath.Ext(file), ".xml") {
		documentType = "NFE"
	}
	if documentType != "" {
		if err := form.WriteField("documentType", documentType); err != nil {
			return err
		}
	}
	part, err := form.CreateFormFile("file", filepath.Base(file))
	if err != nil {
		return err
	}
	if _, err := io.Copy(part, f); err != nil {
		return err
	}
	return form.Close()
}

func (s *submission) get(ctx context.Context, path string) (statusRecord, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return statusRecord{}, err
	}
	return s.do(req)
}

func (s *submission) do(req *http.Request) (statusRecord, error) {
	req.Header.Set("Authorization", "Bearer "+s.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return statusRecord{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return statusRecord{}, fmt.Errorf("reading the answer: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		var refusal struct{ Message, Error string }
		if json.Unmarshal(body, &refusal) != nil || refusal.Message+refusal.Error == "" {
			return statusRecord{}, errors.New(resp.Status)
		}
		return statusRecord{}, fmt.Errorf("%s: %s%s", resp.Status, refusal.Message, refusal.Error)
	}
	record := statusRecord{raw: body}
	if err := json.Unmarshal(body, &record); err != nil {
		return statusRecord{}, fmt.Errorf("reading the answer: %w", err)
	}
	return record, nil
}

// show prints one result: the whole record, or type, status and the fields
// that the type requires.
func (s *submission) show(out io.Writer, file string, r statusRecord) error {
	if s.asJSON {
		var line bytes.Buffer
		if err := json.Compact(&line, r.raw); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "%s\n", line.Bytes())
		return err
	}
	name := "-"
	if r.DocumentType != nil {
		name = *r.DocumentType
	}
	fmt.Fprintf(out, "%-44s %-36s %s\n", filepath.Base(file), name, r.Status)
	if r.Payload == nil {
		return nil
	}
	typ, _ := catalogue.Lookup(name)
	for _, field := range typ.Fields {
		value, ok := r.Payload.Fields[field.Name]
		if !ok || !field.Required {
			continue
		}
		fmt.Fprintf(out, "    %-28s %s\n", field.Name, brief(value.Value))
	}
	if r.Status == "failed" && len(r.Payload.Service.Inconsistencies) > 0 {
		fmt.Fprintf(out, "    %s\n", r.Payload.Service.Inconsistencies[0])
	}
	return nil
}

// brief is a value on one short line; a list is told by its length.
func brief(v any) string {
	switch v := v.(type) {
	case []any:
		return fmt.Sprintf("%d linhas", len(v))
	case float64:
		return strings.TrimSuffix(fmt.Sprintf("%.2f", v), ".00")
	}
	text := []rune(fmt.Sprint(v))
	const width = 72
	if len(text) > width {
		return string(slices.Concat(text[:width-1], []rune("…")))
	}
	return string(text)
}
