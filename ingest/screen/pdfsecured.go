package screen

import (
	"bytes"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// examineSecured opens an encrypted file that needs no password, and looks at
// its objects once they are plain. One that needs a password is let through:
// its content cannot be read, by nobody here, and its request ends as failed.
func examineSecured(file []byte) (pages int, err error) {
	defer func() {
		if recover() != nil { // a file that the parser cannot bear, and cannot read either
			pages, err = 0, nil
		}
	}()
	api.DisableConfigDir()
	conf := model.NewDefaultConfiguration()
	conf.ValidationMode = model.ValidationRelaxed
	conf.Offline = true
	ctx, err := pdfcpu.Read(bytes.NewReader(file), conf)
	if err != nil {
		return 0, nil
	}
	for _, entry := range ctx.Table {
		if entry == nil || entry.Object == nil {
			continue
		}
		if err := plainObject(entry.Object, 0); err != nil {
			return 0, err
		}
	}
	if err := ctx.EnsurePageCount(); err != nil {
		return 0, nil
	}
	return ctx.PageCount, nil
}

// plainObject applies the rules of pdfobject.go to an object that pdfcpu decrypted.
func plainObject(o types.Object, depth int) error {
	if depth > maxNesting {
		return refusal("nesting")
	}
	switch o := o.(type) {
	case types.Dict:
		return plainDict(o, depth)
	case types.StreamDict:
		return plainDict(o.Dict, depth)
	case types.Array:
		for _, item := range o {
			if err := plainObject(item, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func plainDict(d types.Dict, depth int) error {
	for key, value := range d {
		if plain, err := types.DecodeName(key); err == nil {
			key = plain
		}
		reason := forbiddenKeys[key]
		if text, ok := value.(types.Name); ok {
			switch key {
			case "S":
				reason = forbiddenActions[text.Value()]
			case "Type":
				reason = forbiddenKinds[text.Value()]
			case "Subtype":
				reason = forbiddenSubtypes[text.Value()]
			}
		}
		if reason != "" {
			return refusal(reason)
		}
		if err := plainObject(value, depth+1); err != nil {
			return err
		}
	}
	return nil
}
