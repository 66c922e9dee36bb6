package clickhousehttp

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// exceptionCode finds the engine's code, which clients decide by.
var exceptionCode = regexp.MustCompile(`^Code: (\d+)\. DB::`)

// refusal is an answer of the interface itself, in the engine's form.
type refusal struct {
	status, code int
	message      string
}

func (r refusal) Error() string { return fmt.Sprintf("Code: %d. DB::Exception: %s", r.code, r.message) }

func notImplemented(what string) error {
	return refusal{http.StatusNotImplemented, 48, "the embedded engine does not support " + what}
}

// statuses are those that a server gives for these codes; all others are 500.
var statuses = map[int]int{
	60: http.StatusNotFound, 81: http.StatusNotFound, // unknown table, database
	164: http.StatusForbidden, 497: http.StatusForbidden, 516: http.StatusForbidden, // read only, access
	6: http.StatusBadRequest, 16: http.StatusBadRequest, 27: http.StatusBadRequest, 36: http.StatusBadRequest,
	42: http.StatusBadRequest, 43: http.StatusBadRequest, 46: http.StatusBadRequest, 47: http.StatusBadRequest,
	53: http.StatusBadRequest, 57: http.StatusBadRequest, 62: http.StatusBadRequest, 82: http.StatusBadRequest,
	115: http.StatusBadRequest, // unknown setting
}

// fail answers with an error before the first byte of a result.
func fail(w http.ResponseWriter, err error) {
	if errors.Is(err, context.Canceled) {
		return // nobody is there to read it
	}
	message := strings.TrimSpace(err.Error())
	status, code := http.StatusInternalServerError, 1002 // unknown exception
	var known refusal
	if m := exceptionCode.FindStringSubmatch(message); m != nil {
		code, _ = strconv.Atoi(m[1])
		if s, is := statuses[code]; is {
			status = s
		}
		if slices.Contains(accessCodes, code) {
			message += "\nThe embedded engine has one user, who may read and write everything: users, roles and row policies need a ClickHouse server (LAVRA_CLICKHOUSE_DSN; then `lavra roles`)."
		}
	} else {
		message = fmt.Sprintf("Code: %d. DB::Exception: %s", code, message)
	}
	if errors.As(err, &known) {
		status = known.status
	}
	w.Header().Set("X-ClickHouse-Exception-Code", strconv.Itoa(code))
	w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
	w.WriteHeader(status)
	io.WriteString(w, message+"\n") // a client that left gets nothing, and there is nobody to tell
}

// newExceptionTag marks the error that may follow the rows of one response. It
// is random, so that no row can look like it.
func newExceptionTag() string {
	var raw [8]byte
	rand.Read(raw[:]) // never fails
	return hex.EncodeToString(raw[:])
}

// writeException ends a result whose status line said 200.
func writeException(w io.Writer, tag string, err error) error {
	message := strings.TrimSpace(err.Error()) + "\n"
	_, werr := fmt.Fprintf(w, "\r\n__exception__\r\n%s\r\n%s%d %s\r\n__exception__\r\n", tag, message, len(message), tag)
	return werr
}
