package submit

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"

	"github.com/spf13/cobra"
)

// Door is the writing half of the interface within this process, for one account.
type Door struct {
	Handler http.Handler
	Ending  context.Context // done when a part of it has failed
	Close   func() error    // ends it, and says what failed
}

// ProduceCommand is `lavra produce`: `lavra submit --no-wait` without a service in between. open
// makes the door.
func ProduceCommand(open func(ctx context.Context, account string, log io.Writer) (*Door, error)) *cobra.Command {
	o := options{bytes: 100 << 20, noWait: true}
	cmd := &cobra.Command{
		Use:   "produce --account ACCOUNT [FILE|FOLDER|PATTERN|s3://BUCKET/PREFIX]...",
		Short: "Write documents into the log without a service in between",
		Long: `Write documents into the log without a service in between, for batch producers beside the brokers.

It does what ` + "`lavra ingest`" + ` does, in this process: each file is screened in a confined child and put into the blob store;
then a batch's records (Avro, lavra.Submitted) are written to documents.submitted.bulk in one transaction, which is their
acknowledgement. A single file's record goes to the lane of single calls. It needs the settings of ` + "`lavra ingest`" + `: brokers,
registry, blob store and secret key. There is no API key: who has these may write for every account.

Sources, manifests, results, journal and exit codes are those of ` + "`lavra submit --no-wait`" + `: a row with the request_id for
each file once it is acknowledged, and the same command goes on after any end, each file written once. Results are fetched
elsewhere: by GET, in ClickHouse or from documents.completed.`,
		Example: `  lavra produce --account acme --out accepted.jsonl /mnt/notas
  lavra produce --account acme --out accepted.jsonl --manifest lote.jsonl --parallel 16`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.account == "" {
				return errors.New("--account: whose documents they are")
			}
			door, err := open(cmd.Context(), o.account, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, door.Close()) }()
			ctx, cancel := context.WithCancel(cmd.Context())
			defer cancel()
			context.AfterFunc(door.Ending, cancel)
			// Where a journal stands for, as the address of a service is.
			o.within, o.url = door.Handler, "http://"+o.account+".produce"
			r, err := o.prepare(ctx, args, cmd.OutOrStdout(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return o.run(ctx, r, cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.account, "account", "", "account whose documents they are; it must be there and active")
	o.documentFlags(f)
	return cmd
}

// dialWithin gives connections to a handler that nobody but this process can reach.
func dialWithin(handler http.Handler) func(context.Context, string, string) (net.Conn, error) {
	l := &pipes{conns: make(chan net.Conn)}
	server := &http.Server{Handler: handler}
	var once sync.Once
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		once.Do(func() { go server.Serve(l) }) // ends with the process
		here, there := net.Pipe()
		select {
		case l.conns <- there:
			return here, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// pipes is a listener whose connections are made here.
type pipes struct{ conns chan net.Conn }

func (p *pipes) Accept() (net.Conn, error) { return <-p.conns, nil }
func (p *pipes) Close() error              { return nil }
func (p *pipes) Addr() net.Addr            { return &net.UnixAddr{Name: "produce", Net: "pipe"} }
