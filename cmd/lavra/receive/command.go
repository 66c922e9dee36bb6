// Package receive takes callbacks and says what is right or wrong with them:
// `lavra receive`, for trying a callback before there is a receiver of one's own.
//
// In come requests of the service's callbacks; out goes a line for each on
// standard output, and the first body of each request into a file. Nothing is
// asked of the service.
package receive

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"lavra.dev/platform/standardwebhooks"
)

type options struct {
	listen, token, signature, secret, out string
	status, count                         int
}

// Command is `lavra receive`.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "receive",
		Short: "Take callbacks and print and verify them",
		Long: `Take callbacks and print and verify them, for trying a callback before there is a receiver.

A line for each: when, the answer given, request_id, type, status, and what is wrong: another token or signature than
expected, a signature of Standard Webhooks that is not of the secret, a body that is none, the same request again (repeat). The service refuses private addresses unless
LAVRA_EGRESS_ALLOW opens them: for a receiver on the same machine, 127.0.0.1/32.`,
		Example: `  lavra receive --listen 127.0.0.1:9000 --token segredo --out results.jsonl
  lavra receive --answer 503        # see the service try again`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.listen, "listen", "127.0.0.1:9000", "address")
	f.StringVar(&o.token, "token", "", "the callbackAuthToken that calls must carry; a wrong one gets 401")
	f.StringVar(&o.signature, "signature", "", "the signature that calls must carry; a wrong one gets 401")
	f.StringVar(&o.secret, "secret", "", "the secret (whsec_...) that calls must be signed with by Standard Webhooks; a wrong signature gets 401")
	f.StringVarP(&o.out, "out", "o", "", "file for the bodies, the first of each request, one a line")
	f.IntVar(&o.status, "answer", http.StatusOK, "status to answer with; other than 2xx is no delivery")
	f.IntVar(&o.count, "count", 0, "end after so many different requests; 0: never")
	return cmd
}

func (o *options) run(ctx context.Context, stdout, stderr io.Writer) error {
	if o.status < 200 || o.status > 599 {
		return errors.New("--answer: want 200 to 599")
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	r := &receiver{options: *o, print: stdout, seen: map[string]int{}, enough: stop}
	if o.secret != "" {
		var err error
		if r.key, err = standardwebhooks.ParseSecret(o.secret); err != nil {
			return fmt.Errorf("--secret: %w", err)
		}
	}
	if o.out != "" {
		file, err := os.OpenFile(o.out, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return fmt.Errorf("opening the file for the bodies: %w", err)
		}
		defer file.Close()
		r.file = file
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.listen)
	if err != nil {
		return fmt.Errorf("listening for callbacks: %w", err)
	}
	fmt.Fprintf(stderr, "Taking callbacks at http://%s\n", listener.Addr())
	server := &http.Server{Handler: r, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute}
	context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = server.Shutdown(grace) // what is cut off comes again
	})
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("taking callbacks: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fault
}

// receiver answers callbacks.
type receiver struct {
	options
	key    []byte // of --secret
	print  io.Writer
	enough func()

	mu    sync.Mutex
	file  io.Writer // nil: bodies are not kept
	seen  map[string]int
	fault error
}

// maxBody is many times the largest result: 200 pages of text are some 2 MiB.
const maxBody = 64 << 20

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxBody))
	var result struct {
		RequestID    string  `json:"request_id"`
		DocumentType *string `json:"document_type"`
		Status       string  `json:"status"`
	}
	var wrong []string
	status := r.status
	refuse := func(with int, why string) { wrong, status = append(wrong, why), with }
	if err != nil || json.Unmarshal(body, &result) != nil || result.RequestID == "" {
		refuse(http.StatusBadRequest, "the body is no result")
	}
	if r.token != "" && !same(req.Header.Get("Authorization"), "Bearer "+r.token) {
		refuse(http.StatusUnauthorized, "another token")
	}
	if r.signature != "" && !same(req.Header.Get("x-service-signature"), r.signature) {
		refuse(http.StatusUnauthorized, "another signature")
	}
	if r.key != nil {
		if err := standardwebhooks.Verify(req.Header, r.key, time.Now(), body); err != nil {
			refuse(http.StatusUnauthorized, err.Error())
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if status < 300 {
		r.seen[result.RequestID]++
		if n := r.seen[result.RequestID]; n > 1 {
			wrong = append(wrong, "repeat")
		} else if err := r.keep(body); err != nil {
			r.fault = err
			refuse(http.StatusInternalServerError, err.Error())
			r.enough()
		}
	}
	kind := "-"
	if result.DocumentType != nil {
		kind = *result.DocumentType
	}
	fmt.Fprintf(r.print, "%s %s %d %s %s %s %s\n", time.Now().Format(time.TimeOnly), req.Method, status, printable(result.RequestID), printable(kind),
		printable(result.Status), strings.Join(wrong, ", "))
	w.WriteHeader(status)
	if r.count > 0 && len(r.seen) >= r.count {
		r.enough()
	}
}

func (r *receiver) keep(body []byte) error {
	if r.file == nil {
		return nil
	}
	var line bytes.Buffer
	if err := json.Compact(&line, body); err != nil {
		return err
	}
	line.WriteByte('\n')
	if _, err := r.file.Write(line.Bytes()); err != nil {
		return fmt.Errorf("keeping a body: %w", err)
	}
	return nil
}

func same(got, want string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1 }

// printable keeps what a stranger sent from moving the terminal's cursor.
func printable(text string) string {
	text = fmt.Sprintf("%.64q", text)
	return text[1 : len(text)-1]
}
