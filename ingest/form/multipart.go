package form

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"slices"
	"unicode/utf8"
)

// otherParts that a body may have beside its files: several times the fields
// there are.
const otherParts = 128

// multipart reads the parts in the order they come.
func (p *parser) multipart(body io.Reader, boundary string) error {
	if boundary == "" || len(boundary) > 70 { // RFC 2046, 5.1.1
		return errBody("o multipart não informa um boundary válido.")
	}
	malformed := errBody("não é um multipart/form-data bem formado.")
	parts := multipart.NewReader(body, boundary)
	for n := 0; ; n++ {
		part, err := parts.NextPart()
		if err == io.EOF {
			return nil
		}
		if known(err) && err != nil {
			return err
		}
		if err != nil {
			return malformed
		}
		if n >= otherParts+p.limits.Files {
			return errBody("tem partes demais.")
		}
		if err := p.part(part); err != nil {
			if known(err) || errors.Is(err, ErrBoth) {
				return err
			}
			return malformed
		}
	}
}

func (p *parser) part(part *multipart.Part) error {
	name := part.FormName()
	switch {
	case name == "file":
		return p.filePart(part)
	case name == "fileUrl" && !p.spec.Batch, slices.Contains(p.spec.Fields, name):
		text, err := p.text(part, name)
		if err != nil {
			return err
		}
		return p.set(name, value{raw: text})
	}
	if err := p.unread(name, "", bodyNames); err != nil {
		return err
	}
	// Nothing of ours, and the next part stands behind it.
	_, err := io.Copy(io.Discard, part)
	return err
}

func (p *parser) filePart(part *multipart.Part) error {
	switch n := len(p.form.Files); {
	case !p.spec.Batch && n == 1:
		return &Invalid{"file", "envie um só arquivo."}
	case p.spec.Batch && n == p.limits.Files:
		return &Invalid{"file", fmt.Sprintf("o lote excede o limite de %d arquivos.", p.limits.Files)}
	}
	return p.keep(part, cleanName(part.FileName()))
}

// text reads a part that is a field.
func (p *parser) text(part *multipart.Part, name string) ([]byte, error) {
	limit := p.rawLimit(name)
	raw, err := io.ReadAll(io.LimitReader(part, int64(limit)+1))
	switch {
	case err != nil:
		return nil, err
	case len(raw) > limit:
		return nil, p.tooLong(name)
	case !utf8.Valid(raw):
		return nil, &Invalid{name, "deve ser texto em UTF-8."}
	}
	return raw, nil
}
