package form

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"slices"
)

// json reads an object member by member. Only the members the endpoint knows
// are held, each within its limit; the file's content streams by.
func (p *parser) json(body io.Reader) error {
	s := newScanner(body)
	err := s.object(func(name string) error {
		switch {
		case name == "file":
			return p.fileMember(s)
		case slices.Contains(p.spec.Fields, name):
			return p.member(s, name, name)
		}
		if err := p.unread(name, "", bodyNames); err != nil {
			return err
		}
		return s.value(nil)
	})
	if err == nil {
		err = s.end()
	}
	switch {
	case known(err):
		return err
	case errors.Is(err, errNotObject):
		return errBody("deve ser um objeto JSON.")
	}
	return errBody("não é um JSON válido.")
}

// member reads the value of one field. shown is its path for the client.
func (p *parser) member(s *scanner, name, shown string) error {
	c := &capture{limit: p.rawLimit(name)}
	if err := s.value(c); err != nil {
		return err
	}
	if c.over {
		return rename(p.tooLong(name), shown)
	}
	return rename(p.set(name, value{raw: c.bytes, json: true}), shown)
}

// rename puts the full path of a field into its error.
func rename(err error, shown string) error {
	var invalid *Invalid
	if errors.As(err, &invalid) {
		return &Invalid{shown, invalid.Reason}
	}
	return err
}

// fileMember reads a FileInput: fileUrl, or fileBase64 with filename.
func (p *parser) fileMember(s *scanner) error {
	if p.seen["file"] {
		return &Invalid{"file", "enviado mais de uma vez."}
	}
	p.seen["file"] = true
	first, err := s.next()
	if err != nil {
		return err
	}
	switch first {
	case 'n':
		return s.value(nil)
	case '{':
	default:
		if err := s.value(nil); err != nil {
			return err
		}
		return &Invalid{"file", "deve ser um objeto."}
	}
	var name string
	err = s.object(func(member string) error {
		switch member {
		case "fileUrl":
			return p.member(s, "fileUrl", "file.fileUrl")
		case "filename":
			return p.fileName(s, &name)
		case "fileBase64":
			return p.base64(s)
		}
		if err := p.unread(member, "file.", fileNames); err != nil {
			return err
		}
		return s.value(nil)
	})
	if err != nil {
		return err
	}
	name = cleanName(name)
	switch {
	case len(p.form.Files) == 0:
		p.form.Name = name
	case p.url:
		return nil // both: complete says so
	case name == "":
		return &Invalid{"file.filename", "é obrigatório quando fileBase64 é usado."}
	default:
		p.form.Files[0].Name = name
	}
	return nil
}

func (p *parser) fileName(s *scanner, name *string) error {
	const shown = "file.filename"
	if p.seen[shown] {
		return &Invalid{shown, "enviado mais de uma vez."}
	}
	p.seen[shown] = true
	c := &capture{limit: maxText}
	if err := s.value(c); err != nil {
		return err
	}
	v := value{raw: c.bytes, json: true}
	switch {
	case c.over:
		return &Invalid{shown, "é longo demais."}
	case v.absent():
		return nil
	}
	text, err := v.text(shown)
	*name = text
	return err
}

// base64 decodes the file's content into the store as it comes.
func (p *parser) base64(s *scanner) error {
	const shown = "file.fileBase64"
	if p.seen[shown] {
		return &Invalid{shown, "enviado mais de uma vez."}
	}
	p.seen[shown] = true
	first, err := s.next()
	if err != nil {
		return err
	}
	if first != '"' {
		c := &capture{limit: 8}
		if err := s.value(c); err != nil {
			return err
		}
		if !c.over && (value{raw: c.bytes, json: true}).absent() {
			return nil
		}
		return &Invalid{shown, "deve ser um texto em base64."}
	}
	text, err := s.text()
	if err != nil {
		return err
	}
	err = p.keep(base64Reader{base64.NewDecoder(base64.StdEncoding, &paddedOnce{r: text})}, "")
	if err != nil {
		return err
	}
	return text.close()
}

// base64Reader gives the decoder's own errors the words for the client, and
// leaves those of the body below it as they are.
type base64Reader struct{ r io.Reader }

func (b base64Reader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	var corrupt base64.CorruptInputError
	if errors.As(err, &corrupt) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = &Invalid{"file.fileBase64", "não é base64 válido."}
	}
	return n, err
}

// paddedOnce lets nothing but padding and line breaks follow padding. The decoder
// itself begins anew where the padding ends a piece that it reads.
type paddedOnce struct {
	r      io.Reader
	padded bool
}

func (p *paddedOnce) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	for i, c := range b[:n] {
		switch {
		case c == '=':
			p.padded = true
		case p.padded && c != '\r' && c != '\n':
			return i, base64.CorruptInputError(i)
		}
	}
	return n, err
}

// unquote reads a JSON string as encoding/json does.
func unquote(raw []byte) (string, error) {
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err
}
