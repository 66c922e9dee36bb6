package conformance

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"time"
)

// strictly is the world of the service with other settings.
func (w *world) strictly() *world { return w.at(w.strict) }

// stream posts a batch of files, made while they are sent: each begins with data
// and is filled up to a size.
func (w *world) stream(base string, files int, data []byte, size int) answer {
	w.Helper()
	read, write := io.Pipe()
	form := multipart.NewWriter(write)
	go func() {
		for i := range files {
			part, err := form.CreateFormFile("file", fmt.Sprintf("%d.pdf", i))
			if err == nil {
				_, _ = part.Write(data)
				_, err = io.CopyN(part, zeros{}, int64(size-len(data)))
			}
			if err != nil {
				break // the service has heard enough
			}
		}
		_ = form.Close()
		_ = write.Close()
	}()
	req, err := http.NewRequest(http.MethodPost, base+"/extract/batch", read)
	if err != nil {
		w.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+mainKey)
	req.Header.Set("Content-Type", form.FormDataContentType())
	resp, err := client.Do(req)
	if err != nil {
		w.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		w.Fatal(err)
	}
	return answer{world: w, call: "a long batch", status: resp.StatusCode, header: resp.Header, body: body}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// stored counts the files in a blob store.
func (w *world) stored(folder string) (n int) {
	w.Helper()
	err := filepath.WalkDir(filepath.Join(w.dir, folder), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	return n
}

// blankPages is a PDF of as many empty pages.
func blankPages(n int) file {
	var b bytes.Buffer
	var offsets []int
	object := func(text string) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(offsets), text)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	kids := ""
	for i := range n {
		kids += fmt.Sprintf("%d 0 R ", i+3)
	}
	object(fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", n, kids))
	for range n {
		object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>")
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return file{fmt.Sprintf("%d.pdf", n), b.Bytes()}
}

// settingRules are about limits, times and thresholds: what they are where
// nothing is set, and that they can be set.
var settingRules = []rule{
	{section: decisions + "Requests", sentence: "Limits, each settable: file 20 MiB, pages 200, batch 100 files and 200 MiB, `metadata` 16 KiB, `referenceId` 256 characters, `signature` 1 KiB.", check: func(w *world) {
		set := w.defaults()
		for name, want := range map[string]string{"MAX_FILE": "20MiB", "MAX_PAGES": "200", "MAX_BATCH_FILES": "100", "MAX_BATCH": "200MiB", "MAX_METADATA": "16KiB", "MAX_REFERENCE": "256", "MAX_SIGNATURE": "1KiB"} {
			if set["LAVRA_"+name] != want {
				w.Errorf("LAVRA_%s is %q", name, set["LAVRA_"+name])
			}
		}
		strict := w.strictly()
		large := file{"grande.pdf", append(w.receipt().data, make([]byte, 1<<20+1-len(w.receipt().data))...)}
		strict.form("/extract", []file{large}, nil).says(400, textTooLarge)
		large.data = large.data[:1<<20]
		strict.form("/extract", []file{large}, nil).ok()
		strict.form("/extract", []file{blankPages(4)}, nil).invalid("file").quotes("3")
		strict.form("/extract", []file{blankPages(3)}, nil).ok()
		strict.form("/extract/batch", []file{blank("png"), blank("png"), blank("png"), blank("png")}, nil).invalid("file").quotes("3")
		strict.form("/extract/batch", []file{blank("png"), blank("png"), blank("png")}, nil).ok()
		strict.form("/extract/batch", []file{large, large, blank("png")}, nil).invalid("file").quotes("2 MiB")
		strict.form("/extract", []file{blank("png")}, fields{"metadata": `{"a":"` + strings.Repeat("m", 1<<10) + `"}`}).invalid("metadata").quotes("1 KiB")
		strict.form("/extract", []file{blank("png")}, fields{"referenceId": "123456789"}).invalid("referenceId").quotes("8")
		strict.form("/extract", []file{blank("png")}, fields{"signature": strings.Repeat("s", 2<<10)}).ok()
		strict.form("/extract", []file{blank("png")}, fields{"signature": strings.Repeat("s", 2<<10+1)}).invalid("signature").quotes("2 KiB")
	}},
	{section: decisions + "Requests", sentence: "batch 100 files and 200 MiB", check: func(w *world) {
		w.stream(w.url, 11, w.receipt().data, 20<<20).says(400, "Dados inválidos: file: o lote excede o limite de 200 MiB.")
		w.stream(w.idlePost, 10, w.receipt().data, 20<<20).ok()
	}},
	{section: decisions + "Requests", sentence: "pages 200", check: func(w *world) {
		w.at(w.idlePost).form("/extract", []file{blankPages(200)}, nil).ok()
		w.form("/extract", []file{blankPages(201)}, nil).invalid("file").quotes("200")
	}},
	{section: decisions + "Requests", sentence: "Past the file limit: `400 Arquivo excede o tamanho máximo permitido.`", check: func(w *world) {
		for _, path := range single {
			for _, size := range []int{20<<20 + 1, 40 << 20} {
				w.form(path, []file{{"grande.pdf", append(w.receipt().data, make([]byte, size-len(w.receipt().data))...)}}, nil).says(400, textTooLarge)
			}
		}
	}},
	{section: decisions + "Requests", sentence: "A file by `fileUrl` is fetched before the answer, on every endpoint (30 s, settable)", check: func(w *world) {
		if got := w.defaults()["LAVRA_DOWNLOAD_TIMEOUT"]; got != "30s" {
			w.Errorf("LAVRA_DOWNLOAD_TIMEOUT is %q", got)
		}
		w.outside.put("tarde.pdf", w.receipt().data)
		url := w.outside.URL + "/late/2/tarde.pdf"
		for _, path := range single {
			start := time.Now()
			w.strictly().json(path, remote(url, nil)).says(400, textDownload) // 1 s there
			if took := time.Since(start); took < time.Second || took > 1900*time.Millisecond {
				w.Errorf("%s gave up after %s", path, took)
			}
		}
		start := time.Now()
		w.json("/extract", remote(url, nil)).ok()
		if took := time.Since(start); took < 2*time.Second {
			w.Errorf("answered after %s, before the file was there", took)
		}
	}},
	{section: decisions + "Requests", sentence: "what goes wrong is a `400` and nothing is stored, so no `400` of this service carries a `request_id`.", check: func(w *world) {
		before := w.stored("strict-blobs")
		strict := w.strictly()
		for _, a := range []answer{
			strict.json("/extract", remote(w.outside.URL+"/file/nada.pdf", nil)), strict.json("/extract/sync", remote(w.outside.put("texto.pdf", []byte("só texto")), nil)),
			strict.form("/classify", []file{{"a.pdf", []byte("só texto")}}, nil), strict.form("/extract/batch", []file{w.receipt(), {"a.pdf", []byte("só texto")}}, nil),
			strict.form("/extract", []file{w.hostile("launch.pdf")}, nil), strict.form("/extract", []file{w.receipt()}, fields{"documentType": "NADA"}),
			strict.form("/extract", []file{w.receipt()}, fields{"callbackUrl": "http://10.0.0.1/"}), strict.json("/extract", inline(w.receipt(), object{"timeout": 1, "referenceId": 7})),
		} {
			if a.names([]string{"message"}); a.status != 400 {
				w.Errorf("%s: %d %s", a.call, a.status, clip(a.body))
			}
		}
		if after := w.stored("strict-blobs"); after != before {
			w.Errorf("%d files before, %d after", before, after)
		}
	}},
	{section: decisions + "Requests", sentence: "The clock of `timeout` starts when the request is accepted, so a 408 always has its `request_id`.", waits: true, check: func(w *world) {
		w.outside.put("relogio.pdf", w.receipt().data)
		start := time.Now()
		a := w.at(w.idlePost).json("/extract/sync", remote(w.outside.URL+"/late/3/relogio.pdf", object{"timeout": 10000}))
		if took := time.Since(start); a.status != 408 || a.text("request_id") == "" || took < 13*time.Second {
			w.Errorf("after %s: %d %s", took, a.status, clip(a.body))
		}
	}},
	{section: decisions + "Requests", sentence: "what a virus scanner finds, where one is set up.", check: func(w *world) {
		infected := blank("png")
		infected.data = append(infected.data, virus...)
		w.strictly().form("/extract", []file{infected}, nil).says(400, textBlocked)
		w.strictly().json("/extract/sync", inline(infected, nil)).says(400, textBlocked)
		w.strictly().form("/extract/batch", []file{blank("png"), infected}, nil).says(400, textBlocked+" (arquivo: pagina.png)")
		w.form("/extract", []file{infected}, nil).ok() // none is set up
	}},
	{section: decisions + "Requests", sentence: "A rate limit per account is off by default", check: func(w *world) {
		if got := w.defaults()["LAVRA_RATE_LIMIT"]; got != "0" {
			w.Errorf("LAVRA_RATE_LIMIT is %q", got)
		}
		for range 3 * idleBurst {
			w.as(limitedKey).json("/extract", "{}").says(400, "Nenhum arquivo enviado.")
		}
	}},
	{section: decisions + "Batch", sentence: "`limit` (1 to 1000, default 100)", check: func(w *world) {
		page := blank("png").data
		idle := w.stream(w.idlePost, 101, page, len(page)).ok().header.Get("X-Batch-Id") // more than the document allows, by this process's setting
		get := w.at(w.idleGet)
		first := get.get("/extract/batch?batchId="+idle).ok().want(101.0, "total").want(101.0, "in_progress").want(nil, "items", 100)
		second := get.get("/extract/batch?batchId="+idle+"&cursor="+first.text("next_cursor")).ok().want(nil, "next_cursor").want(nil, "items", 1)
		if first.text("items", 99, "request_id") == "" || second.text("items", 0, "request_id") == "" {
			w.Error("the pages are not of 100 and 1")
		}
		get.get("/extract/batch?batchId="+idle+"&limit=1000").ok().want(nil, "next_cursor").want(nil, "items", 101)
		get.get("/extract/batch?batchId="+idle+"&limit=101").ok().want(nil, "next_cursor")
	}},
	{section: decisions + "Type detection", sentence: "`threshold` 0.6 by default, settable.", check: func(w *world) {
		if got := w.defaults()["LAVRA_TYPE_THRESHOLD"]; got != "0.6" {
			w.Errorf("LAVRA_TYPE_THRESHOLD is %q", got)
		}
		w.get("/extract/"+w.request(w.receipt(), nil)).ok().want(0.6, "payload", "service", "document_type_detection", "threshold")
		w.strictly().form("/extract/sync", []file{w.receipt()}, nil).ok().want(1.0, "service", "document_type_detection", "threshold")
	}},
	{section: decisions + "Type detection", sentence: "`detected_below_threshold`", check: func(w *world) {
		a := w.strictly().form("/extract/sync", []file{w.receipt()}, nil).ok().want("failed", "status").want(nil, "document_type")
		a.want("detected_below_threshold", "service", "document_type_detection", "reason").want("RECIBO", "service", "document_type_detection", "detected_document_type").want(false, "service", "document_type_detection", "accepted")
	}},
	{section: decisions + "Type detection", sentence: "`/classify` below the threshold: `document_type` null, the best guess in `detected_document_type`, `accepted` false.", check: func(w *world) {
		a := w.strictly().form("/classify", []file{w.receipt()}, nil).ok().want("success", "status").want(nil, "document_type").want("detected_below_threshold", "reason")
		a.want("RECIBO", "document_type_detection", "detected_document_type").want(false, "document_type_detection", "accepted").want("model", "document_type_detection", "source")
		if c := a.number("confidence"); c <= 0 || c >= 1 {
			w.Errorf("confidence %v", c)
		}
	}},
	{section: decisions + "URLs that the service calls", sentence: "(CIDR list, empty by default)", check: func(w *world) {
		if got, set := w.defaults()["LAVRA_EGRESS_ALLOW"]; got != "" || !set {
			w.Errorf("LAVRA_EGRESS_ALLOW is %q", got)
		}
	}},
}

// quotes wants a limit in the message.
func (a answer) quotes(limit string) answer {
	a.Helper()
	if !strings.Contains(a.text("message"), limit) {
		a.Errorf("%s: %q does not say %s", a.call, a.text("message"), limit)
	}
	return a
}
