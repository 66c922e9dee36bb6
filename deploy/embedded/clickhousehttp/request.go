package clickhousehttp

import (
	"cmp"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/ClickHouse/ch-go/compress"
	"github.com/google/uuid"

	"lavra.dev/deploy/embedded/chdb"
)

// maxStatement bounds the SQL of a request, with the rows that stand in it.
// Rows that follow an INSERT ... FORMAT in the URL are streamed and not bounded.
const maxStatement = 16 << 20

// request is one statement with what the URL, the headers and the body say
// about it.
type request struct {
	id           string
	sql          string
	format       string // of the result
	insertFormat string // of the body's rows; empty if the body holds no rows
	database     string
	parameters   chdb.Parameters
	asked        url.Values // everything in the URL that is a setting
	readOnly     bool
	revision     uint64 // of the Native format that the client speaks; 0 if none
	compression  string // of ClickHouse's own frames: "", "LZ4" or "ZSTD"
	body         io.Reader
}

// notSettings are the URL's names that are not settings of the engine. Some
// have no meaning here: users, quotas and buffering.
var notSettings = map[string]bool{
	"query": true, "query_id": true, "database": true, "default_format": true, "compress": true, "decompress": true,
	"network_compression_method": true, "network_zstd_compression_level": true, "client_protocol_version": true,
	"user": true, "password": true, "quota_key": true, "role": true, "wait_end_of_query": true, "buffer_size": true,
	"stacktrace": true, "log_comment": true,
}

var (
	leading      = `(?is)^(?:\s|\(|/\*.*?\*/|--[^\n]*\n)*`
	insertInto   = regexp.MustCompile(leading + `INSERT\s.*?\sFORMAT\s+(\w+)\s*;?\s*$`)
	insertSelect = regexp.MustCompile(leading + `INSERT\s.*?[\s)](?:SELECT|WITH)\s`)
	formatAtEnd  = regexp.MustCompile(`(?is)\sFORMAT\s+(\w+)\s*(?:\sSETTINGS\s[^']*)?;?\s*$`)
	selects      = regexp.MustCompile(leading + `(?:SELECT|WITH)\b`)
	writing      = regexp.MustCompile(leading + `(?:INSERT|CREATE|ALTER|RENAME|EXCHANGE|REPLACE|ATTACH|DETACH|OPTIMIZE|UPDATE|DELETE)\b`)
	settingName  = regexp.MustCompile(`^\w+$`)
)

func readRequest(r *http.Request) (*request, error) {
	v := r.URL.Query()
	if v.Has("session_id") {
		return nil, notImplemented("sessions over several requests")
	}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		return nil, notImplemented("external tables")
	}
	body, err := decompressed(r, v)
	if err != nil {
		return nil, err
	}
	q := &request{
		id:         cmp.Or(v.Get("query_id"), uuid.NewString()),
		sql:        v.Get("query"),
		format:     cmp.Or(v.Get("default_format"), r.Header.Get("X-ClickHouse-Format"), "TabSeparated"),
		database:   cmp.Or(v.Get("database"), r.Header.Get("X-ClickHouse-Database")),
		parameters: chdb.Parameters{},
		asked:      url.Values{},
		readOnly:   r.Method == http.MethodGet,
		body:       body,
	}
	for name := range v {
		if parameter, is := strings.CutPrefix(name, "param_"); is {
			q.parameters[parameter] = v.Get(name)
		} else if !notSettings[name] && settingName.MatchString(name) {
			q.asked.Set(name, v.Get(name))
		}
	}
	if v.Get("compress") == "1" {
		q.compression = cmp.Or(v.Get("network_compression_method"), "LZ4")
	}
	if err := q.readStatement(); err != nil {
		return nil, err
	}
	if q.format == "Native" {
		q.revision, _ = strconv.ParseUint(v.Get("client_protocol_version"), 10, 32)
	}
	return q, nil
}

// readStatement takes the SQL from the URL and the body. Only an INSERT in the
// URL that names its format leaves the body alone: it holds the rows.
func (q *request) readStatement() error {
	if m := insertInto.FindStringSubmatchIndex(q.sql); m != nil && !insertSelect.MatchString(q.sql) {
		q.insertFormat = q.sql[m[2]:m[3]]
		q.sql = strings.TrimRight(q.sql[:m[2]], " \t\r\n")
		q.sql = q.sql[:len(q.sql)-len("FORMAT")]
		return nil
	}
	rest, err := io.ReadAll(io.LimitReader(q.body, maxStatement+1))
	if err != nil {
		return fmt.Errorf("reading the request: %w", err)
	}
	if len(rest) > maxStatement {
		return refusal{http.StatusRequestEntityTooLarge, 307, fmt.Sprintf("a statement may have at most %d bytes; "+
			"send the rows after an INSERT ... FORMAT in the URL", maxStatement)}
	}
	if q.sql != "" && len(rest) > 0 {
		q.sql += "\n"
	}
	q.sql += string(rest)
	if m := formatAtEnd.FindStringSubmatch(q.sql); m != nil {
		q.format = m[1]
	}
	return nil
}

// settings are the session's, as "name='value'". The tag comes last: by it the
// request is known to the engine.
func (q *request) settings(base []string, tag string) []string {
	all := append([]string{}, base...)
	for name := range q.asked {
		if q.readOnly && name == "readonly" {
			continue // a link that a page shows must not write, whatever it asks
		}
		all = append(all, name+"="+quoteText(q.asked.Get(name)))
	}
	if q.readOnly {
		all = append(all, "readonly=2") // as a server does for GET: reads and settings only
	}
	return append(all, "log_comment="+quoteText(tag))
}

// rowFormats need neither header nor footer, so chunks of them add up.
var rowFormats = map[string]bool{
	"Native": true, "RowBinary": true, "TabSeparated": true, "TSV": true, "TabSeparatedRaw": true, "TSVRaw": true,
	"CSV": true, "TSKV": true, "JSONEachRow": true, "JSONLines": true, "NDJSON": true, "JSONCompactEachRow": true,
	"LineAsString": true, "Null": true,
}

func (q *request) streams() bool { return rowFormats[q.format] && selects.MatchString(q.sql) }

// writes reports whether the statement makes files. DROP and TRUNCATE make room.
func (q *request) writes() bool { return writing.MatchString(q.sql) }

// decompressed undoes what the client did to the body.
func decompressed(r *http.Request, v url.Values) (io.Reader, error) {
	var body io.Reader = r.Body
	var err error
	switch encoding := r.Header.Get("Content-Encoding"); encoding {
	case "", "identity":
	case "gzip":
		body, err = gzip.NewReader(body)
	case "deflate":
		body, err = zlib.NewReader(body)
	default:
		return nil, notImplemented("the content encoding " + strconv.Quote(encoding))
	}
	if err != nil {
		return nil, refusal{http.StatusBadRequest, 354, "decompressing the request: " + err.Error()}
	}
	if v.Get("decompress") == "1" {
		body = plainEnd{compress.NewReader(body)}
	}
	return body, nil
}

// plainEnd turns the wrapped end of the frame reader into io.EOF itself. Only
// that: a body that was cut off ends in io.ErrUnexpectedEOF and stays an error.
type plainEnd struct{ frames io.Reader }

func (e plainEnd) Read(p []byte) (int, error) {
	n, err := e.frames.Read(p)
	if errors.Is(err, io.EOF) {
		err = io.EOF
	}
	return n, err
}

func quoteText(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

func quoteName(s string) string {
	return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`").Replace(s) + "`"
}
