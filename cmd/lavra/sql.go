package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"lavra.dev/deploy/embedded/clickhousehttp"
)

func sqlCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use: "sql [STATEMENT]", Short: "Run a statement on the query store and print its result",
		Long: "Runs a statement, or what stands on standard input, on the ClickHouse of LAVRA_CLICKHOUSE_DSN or, where that is not set,\n" +
			"of a running `lavra up` with the same LAVRA_DATA_DIR.",
		Example: "  lavra sql 'SELECT document_type, count() FROM documents GROUP BY ALL'\n  lavra sql --format CSVWithNames < question.sql",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			statement := io.Reader(cmd.InOrStdin())
			if len(args) == 1 {
				statement = strings.NewReader(args[0])
			}
			s, err := runningSettings()
			if err != nil {
				return err
			}
			store, err := s.queryStore()
			if err != nil {
				return err
			}
			return runSQL(cmd.Context(), s.storeClient(), store, statement, format, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&format, "format", "PrettyCompact", "how rows are printed where the statement does not say: any of ClickHouse's formats")
	return cmd
}

// queryStore is where statements go, with user and password.
func (s *Settings) queryStore() (*url.URL, error) {
	if s.ClickHouseDSN.Set() {
		u, err := url.Parse(s.ClickHouseDSN.Reveal())
		if err != nil || u.Scheme != "http" && u.Scheme != "https" {
			return nil, errors.New("LAVRA_CLICKHOUSE_DSN speaks ClickHouse's own protocol: use clickhouse-client there, or give the HTTP address (http://user:password@host:8123/database)")
		}
		return u, nil
	}
	password, err := s.clickHousePassword()
	if err != nil {
		return nil, err
	}
	return &url.URL{Scheme: "http", Host: s.ClickHouseListen, Path: "/default", User: url.UserPassword(clickhousehttp.User, password)}, nil
}

// storeClient trusts the authorities that the service trusts.
func (s *Settings) storeClient() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: s.authorities(), MinVersion: tls.VersionTLS12}}}
}

func runSQL(ctx context.Context, client *http.Client, store *url.URL, statement io.Reader, format string, out io.Writer) error {
	database := strings.Trim(store.Path, "/")
	at := url.URL{Scheme: store.Scheme, Host: store.Host, Path: "/", RawQuery: url.Values{"database": {database}, "default_format": {format}}.Encode()}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), statement)
	if err != nil {
		return fmt.Errorf("asking ClickHouse: %w", err)
	}
	password, _ := store.User.Password()
	req.SetBasicAuth(store.User.Username(), password)
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("ClickHouse at %s did not answer; is `lavra up` running, or LAVRA_CLICKHOUSE_DSN right? %w", store.Host, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
		return errors.New(strings.TrimSpace(string(text)))
	}
	end := &tail{w: out}
	if _, err := io.Copy(end, resp.Body); err != nil {
		return fmt.Errorf("reading ClickHouse's answer: %w", err)
	}
	return end.exception(resp.Header.Get("X-ClickHouse-Exception-Tag"))
}

// tail passes an answer on and remembers its end, where an error stands that came after the
// first rows.
type tail struct {
	w    io.Writer
	last []byte
}

// longestException is that of a server, with its marks.
const longestException = 20 << 10

func (t *tail) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	t.last = append(t.last, p[:n]...)
	t.last = t.last[max(len(t.last)-longestException, 0):]
	return n, err
}

// exception is what the engine wrote behind the rows; the tag is random, so that no row can
// look like it.
func (t *tail) exception(tag string) error {
	const mark = "__exception__\r\n"
	_, after, found := bytes.Cut(t.last, []byte(mark+tag+"\r\n"))
	if tag == "" || !found {
		return nil
	}
	message, _, _ := bytes.Cut(after, []byte("\n"))
	return fmt.Errorf("ClickHouse broke off, what was printed is not all: %s", message)
}
