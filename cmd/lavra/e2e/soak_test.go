package e2e

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"
)

// TestSoak keeps a service at a modest steady load for SOAK_MINUTES, SOAK_RATE
// documents a second, and fails where memory, goroutines, descriptors, or the disk
// that a document takes, grow. `make soak` runs it.
func TestSoak(t *testing.T) {
	minutes := setting("SOAK_MINUTES", 0)
	if minutes == 0 {
		t.Skip("runs where SOAK_MINUTES says how long: make soak")
	}
	s := start(t)
	began := time.Now()
	k := &soak{service: s, t: t, docs: textSamples(t), callbacks: newReceiver(t).URL}
	end := began.Add(time.Duration(minutes) * time.Minute)
	rate := setting("SOAK_RATE", 2)
	ticks := time.NewTicker(soakTick) // drops those that a slow answer missed
	defer ticks.Stop()
	for time.Now().Before(end) {
		<-ticks.C
		k.send(rate * int(soakTick/time.Second))
		k.samples = append(k.samples, k.sample(time.Since(began)))
	}
	report := s.audit(began)
	if report.Accepted != k.sent || report.Failed > 0 {
		t.Errorf("%d requests are known of %d, %d failed", report.Accepted, k.sent, report.Failed)
	}
	k.print()
	k.compare()
}

// soakTick is how often documents are sent and the service is looked at.
const soakTick = 5 * time.Second

type soak struct {
	*service
	t         *testing.T
	docs      []truth
	callbacks string
	sent      int
	calls     int
	last      string // a request of the call before
	samples   []soakSample
}

// soakSample is what the service holds at a time.
type soakSample struct {
	at        time.Duration
	documents int
	values    [len(soakColumns)]float64
}

// soakColumns are what may not grow: by how much of it, and how much beside, from the
// second third of the time to the last. A heap breathes by half between collections, and
// a query store merges its parts when it likes.
var soakColumns = [...]struct {
	name          string
	share, beside float64
}{
	{"lavra MiB", 0.15, 32},
	{"ClickHouse MiB", 0.25, 64},
	{"goroutines", 0.1, 20},
	{"descriptors", 0.1, 20},
	{"disk KiB a document", 0.5, 16},
}

const ofDisk = len(soakColumns) - 1

// send has a batch accepted and reads one from before.
func (k *soak) send(n int) {
	var files []upload
	for range n {
		d := k.docs[(k.sent+len(files))%len(k.docs)]
		files = append(files, upload{d.File, d.data})
	}
	k.calls++
	code, answer, _ := k.postOnce("/extract/batch", files, map[string]string{"callbackUrl": k.callbacks}, fmt.Sprint("soak-", k.calls))
	items, _ := answer["items"].([]any)
	if code != http.StatusOK || len(items) != n {
		k.t.Fatalf("batch %d: %d %v", k.calls, code, answer)
	}
	k.sent += n
	if k.last != "" {
		if code, answer := k.get("/extract/" + k.last); code != http.StatusOK && code != http.StatusServiceUnavailable {
			k.t.Errorf("GET: %d %v", code, answer)
		}
	}
	k.last = items[0].(object)["request_id"].(string)
}

func (k *soak) sample(at time.Duration) soakSample {
	s := soakSample{at: at, documents: k.sent}
	pid := k.process.PID()
	s.values[0] = resident(pid)
	if child, found := k.process.Child("clickhouse-engine"); found {
		s.values[1] = resident(child)
	}
	s.values[2] = k.gauge("go_goroutines")
	descriptors, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	s.values[3] = float64(len(descriptors))
	s.values[ofDisk] = folderSize(k.dir) / 1024 // of all documents; print and compare give one's
	return s
}

// resident is the resident memory of a process in MiB.
func resident(pid int) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, after, _ := strings.Cut(string(text), "VmRSS:")
	kib, _ := strconv.ParseFloat(strings.Fields(after + " 0")[0], 64)
	return kib / 1024
}

func (k *soak) gauge(name string) float64 {
	resp, err := http.Get("http://" + k.metrics + "/metrics")
	if err != nil {
		k.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		k.t.Fatal(err)
	}
	_, after, found := strings.Cut(string(text), "\n"+name+" ")
	if !found {
		k.t.Fatalf("no metric %s", name)
	}
	n, _ := strconv.ParseFloat(strings.Fields(after)[0], 64)
	return n
}

// folderSize is what a folder takes on its disk, in bytes; what goes meanwhile is passed over.
func folderSize(dir string) (size float64) {
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := entry.Info(); err == nil {
			size += float64(info.Sys().(*syscall.Stat_t).Blocks) * 512 // of sparse files what is there
		}
		return nil
	})
	return size
}

// third is the mean of what a third of the samples says, and of the disk what a document of it took.
func (k *soak) third(n int) (mean [len(soakColumns)]float64) {
	from, to := n*len(k.samples)/3, (n+1)*len(k.samples)/3
	for _, s := range k.samples[from:to] {
		for i, v := range s.values {
			mean[i] += v / float64(to-from)
		}
	}
	first, last := k.samples[from], k.samples[to-1]
	mean[ofDisk] = (last.values[ofDisk] - first.values[ofDisk]) / float64(max(1, last.documents-first.documents))
	return mean
}

// compare fails where the last third holds more than the one before.
func (k *soak) compare() {
	before, after := k.third(1), k.third(2)
	for i, column := range soakColumns {
		if bound := before[i]*(1+column.share) + column.beside; after[i] > bound {
			k.t.Errorf("%s grew from %.1f to %.1f, more than to %.1f", column.name, before[i], after[i], bound)
		}
	}
}

// print gives a line for each twelfth of the time, and the thirds.
func (k *soak) print() {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "TIME\tDOCUMENTS\t")
	for _, column := range soakColumns {
		fmt.Fprint(w, column.name, "\t")
	}
	for i, s := range k.samples {
		if i%max(1, len(k.samples)/12) != 0 && i != len(k.samples)-1 {
			continue
		}
		fmt.Fprintf(w, "\n%s\t%d\t", s.at.Round(time.Second), s.documents)
		s.values[ofDisk] /= float64(s.documents)
		for _, v := range s.values {
			fmt.Fprintf(w, "%.1f\t", v)
		}
	}
	for n, name := range []string{"first third", "second", "last"} {
		fmt.Fprintf(w, "\n%s\t\t", name)
		for _, v := range k.third(n) {
			fmt.Fprintf(w, "%.1f\t", v)
		}
	}
	fmt.Fprintln(w)
	w.Flush()
	fmt.Printf("%s\n%s", k.t.Name(), b.String())
}
