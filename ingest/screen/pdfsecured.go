package screen

import (
	"bytes"
	"errors"
	"math"
	"syscall"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// openSecured opens an encrypted file that needs no password and looks at the
// objects in its object streams, where it has some; those outside are never encrypted but for
// their strings, and were looked at as in any file. A file that needs a password
// is let through: nobody here can read it, and its request ends as failed. An
// object stream that stays closed for another reason may open elsewhere: it is
// refused, since it may hide anything.
func (p *pdf) openSecured() (pages int, err error) {
	if len(p.groups) == 0 {
		return p.countPages() // nothing is closed but strings
	}
	ctx, err := decrypt(p.file, maxDecrypt)
	if errors.Is(err, pdfcpu.ErrWrongPassword) {
		return 0, nil
	}
	for _, number := range p.groups {
		if ctx == nil || !isOpen(ctx.Table[number]) {
			return 0, refusal("secured_unreadable")
		}
	}
	if ctx != nil {
		if err := p.defineOpened(ctx); err != nil {
			return 0, err
		}
	}
	return p.countPages()
}

func isOpen(entry *model.XRefTableEntry) bool {
	if entry == nil {
		return false
	}
	_, open := entry.Object.(types.ObjectStreamDict)
	return open
}

// defineOpened looks at the objects that were in object streams.
func (p *pdf) defineOpened(ctx *model.Context) error {
	for number, entry := range ctx.Table {
		if entry == nil {
			continue
		}
		packed, ok := entry.Object.(types.LazyObjectStreamObject)
		if !ok {
			continue
		}
		data, err := packed.GetData()
		if err != nil {
			continue // damaged
		}
		if err := p.define(number, place{data: data, inside: true}); err != nil {
			return err
		}
	}
	return p.followLinks()
}

var errUnbearable = errors.New("a file that the parser cannot bear")

// maxDecrypt is how much of a core the parser may use on one file. A sound one of 20 MiB takes
// a fraction; one whose table is broken it mends in time that grows with the square of its
// objects: 20,000 of them, 1 MB, took it 27 s.
const maxDecrypt = 3 * time.Second

// decrypt opens a file that needs no password.
func decrypt(file []byte, within time.Duration) (ctx *model.Context, err error) {
	defer func() {
		if recover() != nil {
			ctx, err = nil, errUnbearable
		}
	}()
	model.ConfigPath = "disable" // it would make a folder in the home
	conf := model.NewDefaultConfiguration()
	conf.Offline = true
	return pdfcpu.Read(&timed{bytes.NewReader(file), cpuTime() + within}, conf)
}

// timed is a file that ends once the process has used a time of a core.
type timed struct {
	*bytes.Reader
	until time.Duration
}

func (t *timed) Read(b []byte) (int, error) {
	if cpuTime() > t.until {
		return 0, errUnbearable
	}
	return t.Reader.Read(b)
}

func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return math.MaxInt64 // never: the call takes no other process's number
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
