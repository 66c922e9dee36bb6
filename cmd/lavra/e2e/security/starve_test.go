package security

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// No account starves another.
func TestStarvation(t *testing.T) {
	run(t, []attack{
		{"100 scanned pages a file, 8 posts at a time without pause", "the other account is served", beside(func(t *testing.T) []byte { return scans(t, 100) }, "/extract")},
		{"20,000 objects and no table, 8 posts at a time without pause", "the other account is served", beside(func(*testing.T) []byte { return brokenSecured(20_000) }, "/extract")},
		{"a pattern of tiny steps, 8 sync calls at a time", "the other account is served", beside(func(*testing.T) []byte { return tiling() }, "/extract/sync")},
	})
}

// beside measures one account's synchronous calls alone, and while another sends bad files
// without pause.
func beside(bad func(*testing.T) []byte, path string) func(*testing.T, *target) string {
	return func(t *testing.T, _ *target) string {
		s, err := startTarget() // what it leaves to do would be in the way of the next attack
		if err != nil {
			t.Fatal(err)
		}
		defer s.stop()
		file := bad(t)
		s.warmUp(t)
		alone := s.repeated(t)
		ctx, stop := context.WithCancel(t.Context())
		var greedy sync.WaitGroup
		var sent atomic.Int32
		for range 8 {
			greedy.Go(func() {
				for ctx.Err() == nil {
					s.postWith(ctx, greedyKey, path, "a.pdf", file)
					sent.Add(1)
				}
			})
		}
		time.Sleep(3 * time.Second) // until they are at work; what is measured does not depend on it
		under := s.repeated(t)
		stop()
		greedy.Wait()
		return fmt.Sprintf("%s (%d bad files)", under.beside(alone, "the other account"), sent.Load())
	}
}

// warmUp makes the first calls, which start what they need.
func (s *target) warmUp(t *testing.T) {
	clocks := follow(s.process.PID())
	defer clocks.stop()
	s.measure(t, clocks, calls)
}

// measure makes synchronous calls, and gives the mean, and the slowest but one by each clock;
// nil where one is not answered.
func (s *target) measure(t *testing.T, clocks *clocks, calls int) *taken {
	t.Helper()
	file := sample(t, "boleto-02.pdf")
	var sum taken
	var took, worked []time.Duration
	for range calls {
		work, began := clocks.worked(), time.Now()
		status, text := s.post(t, modestKey, "/extract/sync", "a.pdf", file)
		if status != http.StatusOK {
			t.Errorf("the client got %d: %.200s", status, text)
			return nil
		}
		took = append(took, time.Since(began))
		worked = append(worked, clocks.worked()-work)
		sum.mean += took[len(took)-1] / time.Duration(calls)
	}
	slices.Sort(took)
	slices.Sort(worked)
	sum.slow, sum.work = took[len(took)-2], worked[len(worked)-2]
	return &sum
}

func (s *target) post(t *testing.T, key, path, name string, file []byte, fields ...string) (int, string) {
	t.Helper()
	body, kind := formOf(name, file, fields)
	return send(t, http.MethodPost, s.url+path, body, "Authorization", "Bearer "+key, "Content-Type", kind)
}

func (s *target) postWith(ctx context.Context, key, path, name string, file []byte) {
	body, kind := formOf(name, file, nil)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+path, bytes.NewReader(body))
	if err != nil {
		return
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", kind)
	if resp, err := client.Do(req); err == nil {
		resp.Body.Close()
	}
}

func formOf(name string, file []byte, fields []string) (body []byte, kind string) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for i := 0; i < len(fields); i += 2 {
		form.WriteField(fields[i], fields[i+1]) // a buffer does not fail
	}
	part, _ := form.CreateFormFile("file", name)
	part.Write(file)
	form.Close()
	return b.Bytes(), form.FormDataContentType()
}

// scans is a PDF of many pages that all show one photo.
func scans(t *testing.T, pages int) []byte {
	photo := sample(t, "nfe-06.jpg")
	size, err := jpeg.DecodeConfig(bytes.NewReader(photo))
	if err != nil {
		t.Fatal(err)
	}
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 5+i)
	}
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", pages, kids.String()),
		fmt.Sprintf("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length %d>>stream\n%s\nendstream", size.Width, size.Height, len(photo), photo),
		"<</Length 24>>stream\n595 0 0 842 0 0 cm /I Do\nendstream",
	}
	for range pages {
		objects = append(objects, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</I 3 0 R>>>>>>")
	}
	return pdf(objects)
}

// tiling paints a page with a pattern whose steps are a thousandth of a point.
func tiling() []byte {
	const cell = "0 0 1 1 re f"
	const content = "/Pattern cs /P scn 0 0 595 842 re f"
	return pdf([]string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Pattern<</P 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
		fmt.Sprintf("<</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.001/YStep 0.001/Resources<<>>/Length %d>>stream\n%s\nendstream", len(cell), cell),
	})
}

func pdf(objects []string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var offsets []int
	for i, object := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj%s\nendobj\n", i+1, object)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, at)
	return b.Bytes()
}

// brokenSecured is an "encrypted" file without a table, which a parser mends in a time that
// grows with the square of its objects.
func brokenSecured(objects int) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n" +
		"4 0 obj<</Type/ObjStm/N 1/First 5/Length 9>>stream\n10 0 null\nendstream endobj\n")
	for i := range objects {
		fmt.Fprintf(&b, "%d 0 obj<</A/B/C(dddddddddddddddddddddddd)>>endobj\n", i+20)
	}
	b.WriteString("trailer<</Root 1 0 R/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O(" + strings.Repeat("x", 32) + ")/U(" + strings.Repeat("x", 32) +
		")>>/ID[(a)(b)]>>\nstartxref\n0\n%%EOF\n")
	return b.Bytes()
}
