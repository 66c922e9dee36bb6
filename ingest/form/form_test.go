package form_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"lavra.dev/ingest/form"
	"lavra.dev/platform/blob"
)

var limits = form.Limits{File: 1000, Batch: 2500, Files: 3, Metadata: 64, Signature: 16, Reference: 10}

var (
	syncSpec  = form.Spec{Fields: []string{"documentType", "referenceId", "metadata", "includeMarkdown", "timeout"}}
	asyncSpec = form.Spec{Fields: []string{"documentType", "callbackUrl", "callbackAuthToken", "callbackMethod",
		"includeMarkdownInWebhook", "referenceId", "metadata", "signature"}}
	batchSpec = form.Spec{Fields: asyncSpec.Fields, Batch: true}
)

// read reads a body into a store in memory and gives what was stored.
func read(t testing.TB, spec form.Spec, contentType string, body io.Reader) (*form.Form, []string, error) {
	t.Helper()
	store, err := blob.Open(t.Context(), "mem://")
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	r := httptest.NewRequest(http.MethodPost, "/", body)
	r.Header.Set("Content-Type", contentType)
	n := 0
	f, err := form.Read(r, spec, limits, func(ctx context.Context, r io.Reader) (blob.Info, error) {
		n++
		return store.Put(ctx, fmt.Sprint("f", n), r)
	})
	var contents []string
	for _, file := range f.Files {
		r, err := store.Open(t.Context(), file.Key)
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		contents = append(contents, string(content))
	}
	return f, contents, err
}

// parts writes a multipart body: name=value is a field, name@filename=content a file.
func parts(t testing.TB, list ...string) (contentType, body string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, item := range list {
		name, content, _ := strings.Cut(item, "=")
		var part io.Writer
		var err error
		if name, filename, isFile := strings.Cut(name, "@"); isFile {
			part, err = w.CreateFormFile(name, filename)
		} else {
			part, err = w.CreateFormField(name)
		}
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(part, content)
	}
	w.Close()
	return w.FormDataContentType(), b.String()
}

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func TestEveryFieldIsReadFromBothEncodings(t *testing.T) {
	jsonBody := `{"documentType":"BOLETO","callbackUrl":"https://c.example/x","callbackAuthToken":"tók","callbackMethod":"PUT",` +
		`"includeMarkdownInWebhook":true,"referenceId":"réf","metadata":{"a": [1, {"b":null}]},"signature":"sig","unknown":{"deep":[[]]},` +
		`"file":{"filename":"C:\\docs\\nota.pdf","fileBase64":"` + b64("%PDF-1.7") + `","other":1}}`
	contentType, multipartBody := parts(t, "documentType=BOLETO", "callbackUrl=https://c.example/x", "callbackAuthToken=tók",
		"callbackMethod=PUT", "file@../nota.pdf=%PDF-1.7", "includeMarkdownInWebhook=True", "referenceId=réf",
		`metadata={"a": [1, {"b":null}]}`, "unknown=x", "thing@x.bin=ignored", "signature=sig")
	for _, test := range []struct{ contentType, body string }{
		{"application/json; charset=utf-8", jsonBody}, {contentType, multipartBody},
	} {
		// Slow clients send in small pieces.
		for _, body := range []io.Reader{strings.NewReader(test.body), iotest.OneByteReader(strings.NewReader(test.body))} {
			f, contents, err := read(t, asyncSpec, test.contentType, body)
			if err != nil {
				t.Fatal(err)
			}
			if len(contents) != 1 || contents[0] != "%PDF-1.7" || f.Files[0].Name != "nota.pdf" {
				t.Errorf("files are %q %+v", contents, f.Files)
			}
			c := f.Callback
			if *f.DocumentType != "BOLETO" || *f.ReferenceID != "réf" || *f.Metadata != `{"a": [1, {"b":null}]}` && *f.Metadata != `{"a":[1,{"b":null}]}` {
				t.Errorf("fields are %q %q %q", *f.DocumentType, *f.ReferenceID, *f.Metadata)
			}
			if *c.URL != "https://c.example/x" || *c.Token != "tók" || c.Method != "PUT" || *c.Signature != "sig" || !c.IncludeMarkdown {
				t.Errorf("callback is %+v", c)
			}
		}
	}
}

func TestDefaultsAndNulls(t *testing.T) {
	f, _, err := read(t, syncSpec, "application/json",
		strings.NewReader(`{"file":{"fileUrl":"https://x.example/f","fileBase64":null,"filename":null},"documentType":null,"metadata":null,"timeout":null,"includeMarkdown":null,"referenceId":null}`))
	if err != nil {
		t.Fatal(err)
	}
	if f.DocumentType != nil || f.Metadata != nil || f.ReferenceID != nil || f.IncludeMarkdown || f.Timeout != time.Minute ||
		f.Callback.Method != "POST" || *f.URL != "https://x.example/f" {
		t.Errorf("got %+v", f)
	}
}

func TestWhatTheContractRefuses(t *testing.T) {
	file := `"file":{"fileBase64":"` + b64("x") + `","filename":"a"}`
	large := strings.Repeat("a", 1001)
	j := func(body string) [2]string { return [2]string{"application/json", body} }
	m := func(list ...string) [2]string { ct, body := parts(t, list...); return [2]string{ct, body} }
	tests := []struct {
		name string
		spec form.Spec
		body [2]string
		want string
	}{
		{"no file", syncSpec, j(`{}`), "Nenhum arquivo enviado."},
		{"file is null", syncSpec, j(`{"file":null}`), "Nenhum arquivo enviado."},
		{"file has neither part", syncSpec, j(`{"file":{"filename":"a"}}`), "Nenhum arquivo enviado."},
		{"multipart without a file", syncSpec, m("referenceId=x"), "Nenhum arquivo enviado."},
		{"multipart with nothing", syncSpec, [2]string{"multipart/form-data; boundary=b", "--b--\r\n"}, "Nenhum arquivo enviado."},
		{"batch without a file", batchSpec, m("fileUrl=https://x.example/"), "Nenhum arquivo enviado."},
		{"both", syncSpec, j(`{"file":{"fileUrl":"https://x.example/","fileBase64":"` + b64("x") + `","filename":"a"}}`), "Envie o arquivo ou a URL, não ambos."},
		{"both, without a name", syncSpec, j(`{"file":{"fileBase64":"","fileUrl":"x"}}`), "Envie o arquivo ou a URL, não ambos."},
		{"both in multipart", syncSpec, m("fileUrl=https://x.example/", "file@a=x"), "Envie o arquivo ou a URL, não ambos."},
		{"empty base64", syncSpec, j(`{"file":{"fileBase64":"","filename":"a"}}`), "Arquivo vazio."},
		{"empty part", syncSpec, m("file@a.pdf="), "Arquivo vazio."},
		{"empty file in a batch", batchSpec, m("file@a.pdf=x", "file@b.pdf="), "Arquivo vazio. (arquivo: b.pdf)"},
		{"too large", syncSpec, m("file@a.pdf=" + large), "Arquivo excede o tamanho máximo permitido."},
		{"too large in base64", syncSpec, j(`{"file":{"filename":"a","fileBase64":"` + b64(large) + `"}}`), "Arquivo excede o tamanho máximo permitido."},
		{"too large in a batch", batchSpec, m("file@a.pdf=" + large), "Arquivo excede o tamanho máximo permitido. (arquivo: a.pdf)"},
		{"batch too large", batchSpec, m("file@a="+large[1:], "file@b="+large[1:], "file@c="+large[1:]), "Dados inválidos: file: o lote excede o limite de 2500 bytes."},
		{"too many files", batchSpec, m("file@a=x", "file@b=x", "file@c=x", "file@d=x"), "Dados inválidos: file: o lote excede o limite de 3 arquivos."},
		{"two files", syncSpec, m("file@a=x", "file@b=x"), "Dados inválidos: file: envie um só arquivo."},
		{"no filename", syncSpec, j(`{"file":{"fileBase64":"` + b64("x") + `"}}`), "Dados inválidos: file.filename: é obrigatório quando fileBase64 é usado."},
		{"not base64", syncSpec, j(`{"file":{"fileBase64":"%%%%","filename":"a"}}`), "Dados inválidos: file.fileBase64: não é base64 válido."},
		{"cut base64", syncSpec, j(`{"file":{"fileBase64":"YWJ","filename":"a"}}`), "Dados inválidos: file.fileBase64: não é base64 válido."},
		{"base64 behind its padding", syncSpec, j(`{"file":{"fileBase64":"YQ==\n` + b64("x") + `","filename":"a"}}`), "Dados inválidos: file.fileBase64: não é base64 válido."},
		{"base64 behind padding where the decoder begins anew", syncSpec, j(`{"file":{"fileBase64":"` + b64(strings.Repeat("a", 767)) + b64("x") + `","filename":"a"}}`), "Dados inválidos: file.fileBase64: não é base64 válido."},
		{"text that is no UTF-8", syncSpec, j(`{"referenceId":"` + "\xff" + `",` + file + `}`), "Dados inválidos: referenceId: deve ser texto em UTF-8."},
		{"a line's end in a reference", syncSpec, j(`{"referenceId":"a\r\nX: y",` + file + `}`), "Dados inválidos: referenceId: não pode ter caracteres de controle."},
		{"a zero in a reference", syncSpec, j(`{"referenceId":"a\u0000",` + file + `}`), "Dados inválidos: referenceId: não pode ter caracteres de controle."},
		{"a terminal's escape in a reference", syncSpec, j(`{"referenceId":"\u001b[2J",` + file + `}`), "Dados inválidos: referenceId: não pode ter caracteres de controle."},
		{"half a surrogate pair", syncSpec, j(`{"referenceId":"\ud800",` + file + `}`), "Dados inválidos: referenceId: deve ser texto em UTF-8."},
		{"a signature that HTTP would trim", asyncSpec, j(`{"signature":" a",` + file + `}`), "Dados inválidos: signature: não pode começar nem terminar com espaço."},
		{"base64 of another type", syncSpec, j(`{"file":{"fileBase64":12,"filename":"a"}}`), "Dados inválidos: file.fileBase64: deve ser um texto em base64."},
		{"file of another type", syncSpec, j(`{"file":"x"}`), "Dados inválidos: file: deve ser um objeto."},
		{"fileUrl of another type", syncSpec, j(`{"file":{"fileUrl":{}}}`), "Dados inválidos: file.fileUrl: deve ser um texto."},
		{"filename of another type", syncSpec, j(`{"file":{"filename":[],"fileUrl":"x"}}`), "Dados inválidos: file.filename: deve ser um texto."},
		{"unknown type", syncSpec, j(`{"documentType":"NOTA",` + file + `}`), "Dados inválidos: documentType: tipo de documento desconhecido."},
		{"empty type", syncSpec, m("documentType=", "file@a=x"), "Dados inválidos: documentType: tipo de documento desconhecido."},
		{"type of another type", syncSpec, j(`{"documentType":1,` + file + `}`), "Dados inválidos: documentType: deve ser um texto."},
		{"timeout below", syncSpec, j(`{"timeout":9999,` + file + `}`), "Dados inválidos: timeout: deve estar entre 10000 e 300000 milissegundos."},
		{"timeout above", syncSpec, m("timeout=300001", "file@a=x"), "Dados inválidos: timeout: deve estar entre 10000 e 300000 milissegundos."},
		{"timeout beyond numbers", syncSpec, j(`{"timeout":1e300,` + file + `}`), "Dados inválidos: timeout: deve estar entre 10000 e 300000 milissegundos."},
		{"timeout with a fraction", syncSpec, j(`{"timeout":10000.5,` + file + `}`), "Dados inválidos: timeout: deve ser um número inteiro."},
		{"timeout as text", syncSpec, j(`{"timeout":"60000",` + file + `}`), "Dados inválidos: timeout: deve ser um número inteiro."},
		{"timeout as nonsense", syncSpec, m("timeout=1e5", "file@a=x"), "Dados inválidos: timeout: deve ser um número inteiro."},
		{"markdown as text", syncSpec, j(`{"includeMarkdown":"true",` + file + `}`), "Dados inválidos: includeMarkdown: deve ser true ou false."},
		{"markdown as nonsense", syncSpec, m("includeMarkdown=sim", "file@a=x"), "Dados inválidos: includeMarkdown: deve ser true ou false."},
		{"metadata as a list", syncSpec, j(`{"metadata":[1],` + file + `}`), "Dados inválidos: metadata: deve ser um objeto JSON."},
		{"metadata that is no JSON", syncSpec, m("metadata={a:1}", "file@a=x"), "Dados inválidos: metadata: deve ser um objeto JSON."},
		{"metadata too large", syncSpec, j(`{"metadata":{"a":"` + strings.Repeat("x", 64) + `"},` + file + `}`), "Dados inválidos: metadata: excede o limite de 64 bytes."},
		{"metadata too large in a part", syncSpec, m(`metadata={"a":"`+strings.Repeat("x", 64)+`"}`, "file@a=x"), "Dados inválidos: metadata: excede o limite de 64 bytes."},
		{"reference too long", syncSpec, j(`{"referenceId":"áááááááááá1",` + file + `}`), "Dados inválidos: referenceId: excede o limite de 10 caracteres."},
		{"reference far too long", syncSpec, j(`{"referenceId":"` + strings.Repeat("x", 9999) + `",` + file + `}`), "Dados inválidos: referenceId: excede o limite de 10 caracteres."},
		{"signature too long", asyncSpec, m("signature="+strings.Repeat("x", 17), "file@a=x"), "Dados inválidos: signature: excede o limite de 16 bytes."},
		{"signature with a line break", asyncSpec, j(`{"signature":"a\r\nb",` + file + `}`), "Dados inválidos: signature: tem caracteres que não cabem em um cabeçalho HTTP."},
		{"token with a line break", asyncSpec, j(`{"callbackAuthToken":"a\nb",` + file + `}`), "Dados inválidos: callbackAuthToken: tem caracteres que não cabem em um cabeçalho HTTP."},
		{"method in small letters", asyncSpec, j(`{"callbackMethod":"post",` + file + `}`), "Dados inválidos: callbackMethod: deve ser POST, PATCH ou PUT."},
		{"a field twice", syncSpec, m("referenceId=a", "referenceId=b", "file@a=x"), "Dados inválidos: referenceId: enviado mais de uma vez."},
		{"a member twice", syncSpec, j(`{` + file + `,` + file + `}`), "Dados inválidos: file: enviado mais de uma vez."},
		{"text that is no UTF-8", syncSpec, m("referenceId=\xff", "file@a=x"), "Dados inválidos: referenceId: deve ser texto em UTF-8."},
		{"no JSON", syncSpec, j(`{`), "Dados inválidos: corpo: não é um JSON válido."},
		{"nothing", syncSpec, j(``), "Dados inválidos: corpo: não é um JSON válido."},
		{"JSON cut inside the file", syncSpec, j(`{"file":{"filename":"a","fileBase64":"YWJj`), "Dados inválidos: corpo: não é um JSON válido."},
		{"JSON with a tail", syncSpec, j(`{` + file + `} x`), "Dados inválidos: corpo: não é um JSON válido."},
		{"JSON with a loose comma", syncSpec, j(`{` + file + `,}`), "Dados inválidos: corpo: não é um JSON válido."},
		{"JSON with a bad unknown member", syncSpec, j(`{"x":01,` + file + `}`), "Dados inválidos: corpo: não é um JSON válido."},
		{"JSON that is nested too deep", syncSpec, j(`{"x":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `,` + file + `}`), "Dados inválidos: corpo: não é um JSON válido."},
		{"a JSON list", syncSpec, j(`[]`), "Dados inválidos: corpo: deve ser um objeto JSON."},
		{"no boundary", syncSpec, [2]string{"multipart/form-data", "x"}, "Dados inválidos: corpo: o multipart não informa um boundary válido."},
		{"no multipart", syncSpec, [2]string{"multipart/form-data; boundary=b", "x"}, "Dados inválidos: corpo: não é um multipart/form-data bem formado."},
		{"multipart cut inside the file", syncSpec, [2]string{"multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nabc"}, "Dados inválidos: corpo: não é um multipart/form-data bem formado."},
		{"a body that is too large", syncSpec, j(`{"x":"` + strings.Repeat("x", 2<<20) + `"}`), "Dados inválidos: corpo: excede o tamanho máximo permitido."},
		{"plain text", syncSpec, [2]string{"text/plain", "x"}, form.ErrMediaType.Error()},
		{"no type", syncSpec, [2]string{"", "{}"}, form.ErrMediaType.Error()},
		{"JSON for a batch", batchSpec, j(`{` + file + `}`), form.ErrMediaType.Error()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := read(t, test.spec, test.body[0], strings.NewReader(test.body[1]))
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestWhatTheContractTakes(t *testing.T) {
	for name, body := range map[string]string{
		"escaped slashes":       `{"file":{"filename":"a","fileBase64":"` + strings.ReplaceAll(b64("\xff\xff\xff~~~"), "/", `\/`) + `"}}`,
		"escapes by number":     `{"file":{"filename":"a","fileBase64":"` + strings.ReplaceAll(b64("\xff\xff\xff~~~"), "/", `\u002f`) + `"}}`,
		"line breaks in base64": `{"file":{"filename":"a","fileBase64":"/\r\n///fn\n5+"}}`,
		"a whole float":         `{"timeout":60000.0,"file":{"filename":"a","fileBase64":"////fn5+"}}`,
		"an exponent":           `{"timeout":6e4,"file":{"filename":"a","fileBase64":"////fn5+"}}`,
		"white space":           " \n{ \"file\" :\t{ \"filename\" : \"a\" , \"fileBase64\" : \"////fn5+\" } } \n",
		"unknown members":       `{"a":[true,false,null,-1.5e+3,"\u00e9",{"b":{}}],"documentTypes":1,"file":{"filename":"a","fileBase64":"////fn5+"}}`,
		"escaped names":         `{"f\u0069le":{"filename":"a","fileBase64":"////fn5+"}}`,
	} {
		if _, contents, err := read(t, syncSpec, "application/json", strings.NewReader(body)); err != nil || len(contents) != 1 || contents[0] != "\xff\xff\xff~~~" {
			t.Errorf("%s: %q, %v", name, contents, err)
		}
	}
}

func TestAFailingStoreIsNotTheClientsFault(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"file":{"filename":"a","fileBase64":"YWJj"}}`))
	r.Header.Set("Content-Type", "application/json")
	full := errors.New("disk full")
	_, err := form.Read(r, syncSpec, limits, func(context.Context, io.Reader) (blob.Info, error) { return blob.Info{}, full })
	var store *form.StoreError
	if !errors.As(err, &store) || !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

// What a body holds must never be held whole: a file goes by in the buffers
// of the reader.
func TestAFileStreamsBy(t *testing.T) {
	const fileSize = 16 << 20
	body := io.MultiReader(strings.NewReader(`{"file":{"filename":"a","fileBase64":"`),
		io.LimitReader(endless('A'), fileSize/3*4), strings.NewReader(`"}}`))
	r := httptest.NewRequest(http.MethodPost, "/", body)
	r.Header.Set("Content-Type", "application/json")
	big := limits
	big.File = fileSize
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := form.Read(r, syncSpec, big, func(_ context.Context, r io.Reader) (blob.Info, error) {
		n, err := io.Copy(struct{ io.Writer }{io.Discard}, r)
		return blob.Info{Size: n}, err
	})
	runtime.ReadMemStats(&after)
	if err != nil || f.Files[0].Size != fileSize/3*3 {
		t.Errorf("read %+v, %v", f.Files, err)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > fileSize/8 {
		t.Errorf("%d bytes allocated: something grows with the file", allocated)
	}
}

type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}
