// Package submit sends folders of documents to a running service and writes what
// it reads from them: `lavra submit`.
//
// In come files, folders, patterns, a CSV manifest or a bucket; out go calls of
// the public interface and one row for each document, on standard output or in a
// file. A run that is killed is gone on with by the same command: a journal
// beside the results says what was sent, and every call has an idempotency key,
// so each document is accepted once and stands in the results once. What is held
// in memory is the batches under way and 16 bytes for each document.
//
// Nothing is read from the service but its public interface, and no document is
// looked into here.
package submit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lavra.dev/platform/config"
)

// options are the flags.
type options struct {
	url, readURL, key, keyFile          string
	manifest, kind, reference, metadata string
	out, form, journal                  string
	parallel, files                     int
	bytes                               config.Size
	sync, noWait, quiet                 bool
	patience                            time.Duration

	account string       // whose documents they are, where no service is in between
	within  http.Handler // the service in this process; nil: it is at url
}

// Command is `lavra submit`.
func Command() *cobra.Command {
	o := options{bytes: 100 << 20}
	cmd := &cobra.Command{
		Use:   "submit [FILE|FOLDER|PATTERN|s3://BUCKET/PREFIX]...",
		Short: "Send documents to a running service and write what it reads from them",
		Long: `Send documents to a running service and write what it reads from them.

Folders are searched, those in them too, for PDF, JPEG, PNG, TIFF and XML files; XML is sent as NFE. A manifest is a CSV
file with a line of column names: file (relative to the manifest), and where wanted document_type, reference_id, metadata; or a file of JSON Lines (.jsonl)
with an object of these for each document.

With --out a run that was interrupted or killed is gone on with by the same command: each file is sent once and stands in
the results once. A journal beside the results (FILE.journal) knows what was sent; with it a later run over the same folder
sends only what is new. The service remembers calls for 24 hours: go on within them.

Results go to standard output or --out, all else to standard error. Exit codes:
  0    every document was read (success or partial_success)
  1    the call is wrong, or files here cannot be read or written
  2    some documents failed or were refused; the results say why
  3    the service does not let the key or the account in
  4    the service did not answer for --patience; the same command goes on
  130  interrupted; the same command goes on`,
		Example: `  lavra submit samples
  lavra submit --out results.jsonl /mnt/notas
  lavra submit --out results.parquet --manifest lote.csv --parallel 16
  lavra submit --format csv 'notas/2026-*/*.xml' > notas.csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := o.prepare(cmd.Context(), args, cmd.OutOrStdout(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return o.run(cmd.Context(), r, cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.url, "url", envOr("LAVRA_URL", "http://127.0.0.1:8080"), "address of the service (LAVRA_URL)")
	f.StringVar(&o.readURL, "read-url", os.Getenv("LAVRA_READ_URL"), "address of the reading half, where it is another (LAVRA_READ_URL)")
	f.StringVar(&o.key, "key", "", "API key (LAVRA_API_KEY); others on this machine see it in the list of processes")
	f.StringVar(&o.keyFile, "key-file", "", "file with the API key")
	f.BoolVar(&o.sync, "sync", false, "send each file alone and wait for its result in the same call")
	f.BoolVar(&o.noWait, "no-wait", false, "end once everything is accepted; results are fetched elsewhere")
	o.documentFlags(f)
	return cmd
}

// documentFlags are those of documents, results and calls, whoever takes them.
func (o *options) documentFlags(f *pflag.FlagSet) {
	f.StringVar(&o.manifest, "manifest", "", "file that names the documents: CSV, or JSON Lines where its name ends in .jsonl")
	f.StringVar(&o.kind, "type", "", "document type; detected when left out")
	f.StringVar(&o.reference, "reference", "", "reference_id of documents that have none in a manifest")
	f.StringVar(&o.metadata, "metadata", "", "metadata (JSON) of documents that have none in a manifest")
	f.StringVarP(&o.out, "out", "o", "", "file for the results; its name tells the form: .jsonl, .csv, .parquet")
	f.StringVar(&o.form, "format", "", "form of the results: text, jsonl, csv or parquet")
	f.StringVar(&o.journal, "journal", "", "file that knows what was sent; OUT.journal where there is --out")
	f.IntVar(&o.parallel, "parallel", 4, "calls under way at once")
	f.IntVar(&o.files, "batch", 100, "files in a call at most; 1 sends each alone")
	f.TextVar(&o.bytes, "batch-size", o.bytes, "bytes of files in a call at most")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress line")
	f.DurationVar(&o.patience, "patience", 15*time.Minute, "how long to go on with a service that does not answer")
}

func envOr(name, fallback string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return fallback
}

// check names all that is wrong with the flags.
func (o *options) check(args []string) error {
	var faults []error
	fault := func(wrong bool, text string) {
		if wrong {
			faults = append(faults, errors.New(text))
		}
	}
	fault(len(args) == 0 && o.manifest == "", "name files, folders or a --manifest")
	fault(o.key == "" && o.within == nil, "no API key: set LAVRA_API_KEY, or give --key-file")
	fault(o.parallel < 1, "--parallel: want 1 or more")
	fault(o.files < 1, "--batch: want 1 or more")
	fault(o.bytes < 1, "--batch-size: want more than 0")
	fault(o.sync && o.noWait, "--sync and --no-wait exclude each other")
	fault(o.metadata != "" && !json.Valid([]byte(o.metadata)), "--metadata: no JSON")
	for _, u := range []string{o.url, o.readURL} {
		fault(u != "" && !strings.HasPrefix(u, "http://") && !strings.HasPrefix(u, "https://"), fmt.Sprintf("%q is no address: want http://host:port", u))
	}
	return errors.Join(faults...)
}

// complete fills in what follows from other flags.
func (o *options) complete() error {
	if o.keyFile != "" {
		text, err := os.ReadFile(o.keyFile)
		if err != nil {
			return fmt.Errorf("reading the key: %w", err)
		}
		o.key = strings.TrimSpace(string(text))
	}
	if o.key == "" {
		o.key = os.Getenv("LAVRA_API_KEY")
	}
	o.url = strings.TrimRight(o.url, "/")
	if o.readURL = strings.TrimRight(o.readURL, "/"); o.readURL == "" {
		o.readURL = o.url
	}
	if o.form == "" {
		o.form = formOf(o.out)
	}
	if o.journal == "" && o.out != "" {
		o.journal = o.out + ".journal"
	}
	if o.sync {
		o.files = 1
	}
	return nil
}

// prepare makes a run of the flags. Nothing is sent yet.
func (o *options) prepare(ctx context.Context, args []string, stdout, stderr io.Writer) (_ *run, err error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	if err := o.check(args); err != nil {
		return nil, err
	}
	from := &sources{args: args, manifest: o.manifest, common: Document{Type: o.kind, Reference: o.reference}}
	if o.metadata != "" {
		from.common.Metadata = json.RawMessage(o.metadata)
	}
	if err := from.open(ctx); err != nil {
		return nil, err
	}
	j, err := openJournal(o.journal, o.url)
	if err != nil {
		return nil, err
	}
	out, err := openOutput(o.out, o.form, j.offset, stdout)
	if err != nil {
		return nil, errors.Join(err, j.close())
	}
	p := newProgress(stderr, len(j.settled))
	return &run{sources: from, journal: j, output: out, progress: p, client: o.client(from, p),
		parallel: o.parallel, files: o.files, bytes: int64(o.bytes), sync: o.sync, noWait: o.noWait}, nil
}

// Answers of synchronous calls take up to the contract's default of 60 s.
const answerPatience = 2 * time.Minute

func (o *options) client(from *sources, p *progress) *client {
	transport := &http.Transport{
		Proxy:       http.ProxyFromEnvironment,
		DialContext: (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		// Each call is followed by looks at it.
		MaxIdleConnsPerHost: o.parallel, IdleConnTimeout: time.Minute,
		ResponseHeaderTimeout: answerPatience,
	}
	if o.within != nil {
		transport.Proxy, transport.DialContext = nil, dialWithin(o.within)
	}
	return &client{post: o.url, get: o.readURL, key: o.key, patience: o.patience, read: from.read, retried: p.retried,
		http: &http.Client{Transport: transport}}
}

// run runs it and says how it went.
func (o *options) run(ctx context.Context, r *run, stderr io.Writer) error {
	defer r.sources.close()
	if since := r.journal.unknown(); !since.IsZero() && time.Since(since) > remembered {
		fmt.Fprintln(stderr, "The run before this one is older than the service's memory of calls: documents that were on their way may be accepted twice.")
	}
	shown, hide := context.WithCancel(ctx)
	hidden := make(chan struct{})
	go func() {
		defer close(hidden)
		if !o.quiet {
			r.progress.run(shown)
		}
	}()
	err := r.all(ctx)
	hide()
	<-hidden
	err = errors.Join(exitOf(err), r.output.close(), r.journal.close())
	left := ""
	if err != nil && o.journal != "" {
		left = "; not finished, the same command goes on"
	}
	fmt.Fprintln(stderr, r.progress.summary(left))
	if err != nil {
		return err
	}
	if n := r.progress.count(outcomeRefused, "failed"); n > 0 {
		return &Exit{ExitDocuments, fmt.Errorf("%d documents failed or were refused", n)}
	}
	return nil
}

// remembered is how long the service keeps idempotency keys.
const remembered = 24 * time.Hour
