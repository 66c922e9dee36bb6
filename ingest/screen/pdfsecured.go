package screen

import (
	"bytes"
	"errors"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// openSecured opens an encrypted file that needs no password and looks at the
// objects in its object streams; those outside are never encrypted but for
// their strings, and were looked at as in any file. A file that needs a password
// is let through: nobody here can read it, and its request ends as failed. An
// object stream that stays closed for another reason may open elsewhere: it is
// refused, since it may hide anything.
func (p *pdf) openSecured() (pages int, err error) {
	ctx, err := decrypt(p.file)
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

// decrypt opens a file that needs no password.
func decrypt(file []byte) (ctx *model.Context, err error) {
	defer func() {
		if recover() != nil {
			ctx, err = nil, errUnbearable
		}
	}()
	model.ConfigPath = "disable" // it would make a folder in the home
	conf := model.NewDefaultConfiguration()
	conf.Offline = true
	return pdfcpu.Read(bytes.NewReader(file), conf)
}
