package ocr

import (
	"errors"
	"fmt"
	"testing"

	"lavra.dev/platform/sandbox"
	"lavra.dev/platform/stage"
	"lavra.dev/processors/nfexml"
	"lavra.dev/processors/ocr/reader"
	"lavra.dev/processors/ocr/reader/native"
)

func TestWhatAFileDidIsSaidInPortuguese(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string // empty: it is not the file's fault, and will be tried again
	}{
		{nil, ""},
		{&sandbox.KilledError{Reason: sandbox.Memory}, "O arquivo exige memória demais para ser processado."},
		{&sandbox.KilledError{Reason: sandbox.Deadline}, "O processamento do arquivo excedeu o tempo máximo."},
		{&sandbox.KilledError{Reason: sandbox.Crash}, "O arquivo está corrompido e não pôde ser processado."},
		{&sandbox.KilledError{Reason: sandbox.Outside}, ""},
		{coded(reader.ErrEncrypted), "O arquivo está protegido por senha e não pôde ser lido."},
		{coded(fmt.Errorf("page 3: %w", reader.ErrUnreadable)), "O arquivo está corrompido e não pôde ser lido."},
		{coded(reader.ErrTooLarge), "O arquivo tem uma página grande demais para ser processada."},
		{coded(nfexml.ErrNoInvoice), "O XML não contém uma NF-e."},
		{&sandbox.JobError{Code: "internal"}, "O arquivo não pôde ser processado."},
		{errAnswer, "O arquivo está corrompido e não pôde ser lido."},
		{coded(native.ErrMissing), ""},
		{sandbox.ErrClosed, ""},
		{errors.New("disk full"), ""},
	} {
		var permanent *stage.PermanentError
		got := ""
		if errors.As(explained(c.err), &permanent) {
			got = permanent.Reason
		}
		if got != c.want {
			t.Errorf("%v: says %q, want %q", c.err, got, c.want)
		}
		if c.err != nil && explained(c.err) == nil {
			t.Errorf("%v: lost", c.err)
		}
	}
}
