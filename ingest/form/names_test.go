package form_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"lavra.dev/ingest/form"
)

func TestTypingErrorsDoNotVanish(t *testing.T) {
	file := `"file":{"filename":"a.pdf","fileBase64":"` + b64("%PDF-1.7") + `"}`
	for _, test := range []struct{ name, right string }{
		{"callbackURL", "callbackUrl"}, {"callback_url", "callbackUrl"}, {"documenttype", "documentType"}, {"reference-id", "referenceId"}, {"Metadata", "metadata"},
	} {
		contentType, body := parts(t, "file@a.pdf=%PDF-1.7", test.name+"=x")
		for _, sent := range []struct{ contentType, body string }{{"application/json", `{"` + test.name + `":"x",` + file + `}`}, {contentType, body}} {
			_, _, err := read(t, asyncSpec, sent.contentType, strings.NewReader(sent.body))
			var invalid *form.Invalid
			if !errors.As(err, &invalid) || err.Error() != "Dados inválidos: "+test.name+": nome desconhecido, o certo é "+test.right+"." {
				t.Errorf("%s: %v", test.name, err)
			}
		}
	}
	_, _, err := read(t, asyncSpec, "application/json", strings.NewReader(`{"file":{"fileURL":"https://x.example/a.pdf"}}`))
	if err == nil || err.Error() != "Dados inválidos: file.fileURL: nome desconhecido, o certo é fileUrl." {
		t.Errorf("in file: %v", err)
	}
	contentType, body := parts(t, "file@a.pdf=%PDF-1.7", "timeout=10000", "includeMarkdown=true", "timeout=1", "novo=1")
	for _, sent := range []struct{ contentType, body string }{
		{"application/json", `{"timeout":10000,"includeMarkdown":true,"timeout":1,"novo":1,` + file + `}`}, {contentType, body},
	} {
		f, _, err := read(t, asyncSpec, sent.contentType, strings.NewReader(sent.body))
		if err != nil || !slices.Equal(f.Unread, []string{"timeout", "includeMarkdown"}) {
			t.Errorf("names of other endpoints: %v, %v", f.Unread, err)
		}
	}
}
