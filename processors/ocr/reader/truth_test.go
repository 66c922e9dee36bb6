package reader

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lavra.dev/processors/document"
)

// truth is what a careful person reads on a sample.
type truth struct {
	Pages  int            `json:"pages"`
	Fields map[string]any `json:"fields"`
	Boxes  map[string][]struct {
		Page                     int
		Left, Top, Width, Height float64
	} `json:"boxes"`
}

func readTruth(t *testing.T, file string) truth {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", strings.TrimSuffix(file, filepath.Ext(file))+".truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var tr truth
	if err := json.Unmarshal(data, &tr); err != nil {
		t.Fatal(err)
	}
	return tr
}

var (
	signs   = regexp.MustCompile(`[\s|*#_>\x60\\-]+`)
	between = regexp.MustCompile(`[\s.\-/]`)
	date    = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})$`)
	months  = strings.Fields("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro")
)

// textShare is the share of the true values that stand in the text, in one of
// the forms in which they may be printed.
func (t truth) textShare(text string) (share float64, missing []string) {
	text = strings.ToLower(text)
	page, bare := signs.ReplaceAllString(text, " "), between.ReplaceAllString(signs.ReplaceAllString(text, " "), "")
	found, total := 0, 0
	for _, v := range leaves(t.Fields) {
		total++
		hit := false
		for _, form := range printed(v) {
			form = strings.ToLower(form)
			hit = hit || strings.Contains(page, strings.TrimSpace(signs.ReplaceAllString(form, " ")))
			code := between.ReplaceAllString(form, "")
			hit = hit || len(code) >= 5 && strings.Trim(code, "0123456789") == "" && strings.Contains(bare, code)
		}
		if hit {
			found++
		} else {
			missing = append(missing, fmt.Sprint(v))
		}
	}
	return float64(found) / float64(max(total, 1)), missing
}

func leaves(v any) []any {
	var all []any
	switch v := v.(type) {
	case map[string]any:
		for _, item := range v {
			all = append(all, leaves(item)...)
		}
	case []any:
		for _, item := range v {
			all = append(all, leaves(item)...)
		}
	case string, float64:
		all = append(all, v)
	}
	return all
}

func printed(v any) []string {
	switch v := v.(type) {
	case float64:
		plain := strings.Replace(fmt.Sprintf("%.2f", v), ".", ",", 1)
		grouped := plain
		for at := len(plain) - 6; at > 0; at -= 3 {
			grouped = grouped[:at] + "." + grouped[at:]
		}
		return []string{plain, grouped, fmt.Sprintf("%g", v)}
	case string:
		if m := date.FindStringSubmatch(v); m != nil {
			var month int
			fmt.Sscanf(m[2], "%d", &month)
			name := months[(month+11)%12]
			return []string{m[3] + "/" + m[2] + "/" + m[1], m[3] + " de " + name + " de " + m[1],
				strings.TrimPrefix(m[3], "0") + " de " + name + " de " + m[1]}
		}
		return []string{strings.Trim(v, " .,;:-")}
	}
	return nil
}

// boxShare is the share of the true boxes that the words standing in them fill,
// by half at least.
func (t truth) boxShare(doc document.Document) float64 {
	right, total := 0, 0
	for _, boxes := range t.Boxes {
		for _, b := range boxes {
			total++
			want := document.Box{Left: b.Left, Top: b.Top, Width: b.Width, Height: b.Height}
			if b.Page <= len(doc.Pages) && overlap(wordsIn(doc.Pages[b.Page-1], want), want) >= 0.5 {
				right++
			}
		}
	}
	return float64(right) / float64(max(total, 1))
}

// wordsIn is the box on the page as sent around the words of one line whose
// middle lies in the given box.
func wordsIn(p document.Page, want document.Box) document.Box {
	best := document.Box{}
	for _, l := range p.Lines {
		var part document.Box
		for _, w := range l.Words {
			x, y := p.ToSent.Apply(w.Box.MidX(), w.Box.MidY())
			if x > want.Left && x < want.Right() && y > want.Top && y < want.Bottom() {
				part = part.Union(w.Box)
			}
		}
		if part == (document.Box{}) {
			continue
		}
		if sent := document.Bounds(p.ToSent.Quad(part)); overlap(sent, want) > overlap(best, want) {
			best = sent
		}
	}
	return best
}

func overlap(a, b document.Box) float64 {
	w := min(a.Right(), b.Right()) - max(a.Left, b.Left)
	h := min(a.Bottom(), b.Bottom()) - max(a.Top, b.Top)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h / (a.Width*a.Height + b.Width*b.Height - w*h)
}
