package e2e

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"fmt"
	"net/http"
	"testing"

	"lavra.dev/ingest/screen/clamd/clamdtest"
)

const textBlocked = "Arquivo bloqueado pela validação de segurança."

func packed(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

func zipped(data []byte) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.Create("anexo.txt") // a buffer does not fail
	f.Write(data)
	w.Close()
	return b.Bytes()
}

// pdfWith writes a PDF of one page whose object 4 is a stream of the data: the
// page's content, or an attachment.
func pdfWith(attached bool, data []byte) []byte {
	catalog, page, stream, last := "", "/Contents 4 0 R", "", "null"
	if attached {
		catalog, page = "/Names<</EmbeddedFiles<</Names[(anexo.txt) 5 0 R]>>>>", ""
		stream, last = "/Type/EmbeddedFile", "<</Type/Filespec/F(anexo.txt)/EF<</F 4 0 R>>>>"
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var places []int
	for i, object := range []string{
		"<</Type/Catalog/Pages 2 0 R" + catalog + ">>",
		"<</Type/Pages/Count 1/Kids[3 0 R]>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]" + page + ">>",
		fmt.Sprintf("<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", stream, len(packed(data)), packed(data)),
		last,
	} {
		places = append(places, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, table)
	return b.Bytes()
}

// A virus scanner that is set up is asked about every file, and nothing enters
// while it is away.
func TestVirusScan(t *testing.T) {
	scanner := clamdtest.Start(t)
	s := start(t, "LAVRA_CLAMD_ADDR="+scanner.Socket)
	good, eicar := sampleNamed(t, "recibo-01.pdf"), clamdtest.EICAR()

	for _, c := range []struct {
		name string
		file []byte
	}{
		{"eicar.txt", eicar},
		{"eicar.pdf", eicar},
		{"eicar.zip", zipped(eicar)},
		{"attachment.pdf", pdfWith(true, eicar)},
		{"content.pdf", pdfWith(false, eicar)}, // nothing but the scanner finds this one
		{"behind.pdf", append(good.data[:len(good.data):len(good.data)], eicar...)},
	} {
		for _, path := range []string{"/extract/sync", "/extract", "/classify"} {
			if code, body, _ := s.post(path, []upload{{c.name, c.file}}, nil); code != http.StatusBadRequest || body["message"] != textBlocked {
				t.Errorf("%s by %s: %d %v", c.name, path, code, body)
			}
		}
	}
	batch := []upload{{good.File, good.data}, {"eicar.zip", zipped(eicar)}}
	if code, body, _ := s.post("/extract/batch", batch, nil); code != http.StatusBadRequest || body["message"] != textBlocked+" (arquivo: eicar.zip)" {
		t.Errorf("in a batch: %d %v", code, body)
	}
	if code, body, _ := s.sync(); code != http.StatusOK || body["status"] != "success" {
		t.Errorf("a good document: %d %v", code, body)
	}
	if code, body, _ := s.post("/extract/sync", []upload{{"conteudo.pdf", pdfWith(false, []byte("BT ET"))}}, nil); code != http.StatusOK {
		t.Errorf("a document without the virus: %d %v", code, body)
	}

	scanner.Kill()
	s.refuses()
	s.says("reaching clamd", scanner.Socket)
	if accepted := s.metric("lavra_ingest_requests_accepted_total"); accepted != 2 {
		t.Errorf("%v documents accepted, want the 2 good ones", accepted)
	}
}
