package screen

import (
	"bytes"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// openSecured opens an encrypted file that needs no password and looks at the
// objects in its object streams; those outside are never encrypted but for
// their strings, and were looked at as in any file. A file that needs a password
// is let through: nobody here can read it, and its request ends as failed.
func (p *pdf) openSecured() (pages int, err error) {
	ctx := decrypt(p.file)
	if ctx == nil {
		return 0, nil
	}
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
			return 0, err
		}
	}
	if err := p.followLinks(); err != nil {
		return 0, err
	}
	return p.countPages()
}

// decrypt is nil where the file cannot be opened without a password, or not at all.
func decrypt(file []byte) (ctx *model.Context) {
	defer func() {
		if recover() != nil { // a file that the parser cannot bear
			ctx = nil
		}
	}()
	model.ConfigPath = "disable" // it would make a folder in the home
	conf := model.NewDefaultConfiguration()
	conf.Offline = true
	ctx, err := pdfcpu.Read(bytes.NewReader(file), conf)
	if err != nil {
		return nil
	}
	return ctx
}
