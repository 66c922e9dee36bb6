package conformance

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// outageRules are about what is kept, and what holds while a part is away.
var outageRules = []rule{
	{section: decisions + "Status and result", sentence: "also while ClickHouse is down", check: func(w *world) {
		beside := w.at(w.beside)
		before := w.request(w.receipt(), nil)
		w.store.cut()
		defer w.recovered()
		beside.get("/extract/"+before).ok().want("success", "status")
		beside.get("/extract/"+before+"/markdown").ok().want("success", "markdown_status")
		beside.box(before, "fields.numero").ok().want("resolved", "resolution_status")
		during := w.form("/extract", []file{w.receipt()}, nil).ok().text("request_id")
		beside.get("/extract/" + during).ok() // posted to one process, asked of another
		for until := time.Now().Add(60 * time.Second); beside.get("/extract/"+during).ok().text("status") != "success"; time.Sleep(100 * time.Millisecond) {
			if time.Now().After(until) {
				w.Fatal("the request does not end")
			}
		}
		batch := w.form("/extract/batch", []file{blank("png")}, nil).ok().header.Get("X-Batch-Id")
		beside.get("/extract/batch?batchId="+batch).ok().want(1.0, "total")
		// What was never there cannot be told from what the store alone knows: no false 404.
		if a := beside.get("/extract/" + w.newRequest("").ID); a.status != 503 && a.status != 404 || a.status == 503 && a.header.Get("Retry-After") == "" {
			w.Errorf("%d %s", a.status, clip(a.body))
		}
		beside.get("/extract/x").says(404, notFound)
	}},
	{section: decisions + "Accounts and keys", sentence: "or `503` and `\"degraded\"`", check: func(w *world) {
		w.at(w.beside).as("").get("/health").ok().want("ok", "status").want("ok", "checks", "clickhouse")
		w.store.cut()
		defer w.recovered()
		for until := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
			a := w.at(w.beside).as("").get("/health")
			if a.status == 503 {
				a.want("degraded", "status").want("unavailable", "checks", "clickhouse").want("ok", "checks", "kafka").names([]string{"status", "version", "checks"})
				return
			}
			if time.Now().After(until) {
				w.Fatalf("%d %s", a.status, clip(a.body))
			}
		}
	}},
	{section: decisions + "Accounts and keys", sentence: "only a salted hash of a key is kept", check: func(w *world) {
		k := w.log(mainTopics)
		hashes := map[string]bool{}
		for rec := range w.records(k, topic.Accounts) {
			var a event.Account
			if err := k.Decode(w.Context(), rec, &a); err != nil {
				w.Fatal(err)
			}
			for _, key := range a.Keys {
				if len(key.Salt) < 16 || len(key.Hash) < 32 {
					w.Errorf("salt of %d bytes, hash of %d", len(key.Salt), len(key.Hash))
				}
				hashes[string(key.Hash)] = true
			}
		}
		if len(hashes) < 4 {
			w.Errorf("%d hashes of four keys", len(hashes))
		}
		err := filepath.WalkDir(w.dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path == w.binary {
				return nil // files come and go
			}
			if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(otherKey)) {
				w.Errorf("the key stands in %s", strings.TrimPrefix(path, w.dir))
			}
			return nil
		})
		if err != nil {
			w.Fatal(err)
		}
	}},
	{section: decisions + "Accounts and keys", sentence: "An account is active or inactive and has any number of keys", waits: true, check: func(w *world) {
		w.run("account", "create", "varias")
		for range 3 {
			key, _, _ := strings.Cut(w.run("key", "create", "varias"), "\n")
			within(w, "a key", func() bool { return w.as(key).get("/extract/x").status == 404 })
		}
	}},
	{section: decisions + "Accounts and keys", sentence: "a change reaches every running process within 5 seconds.", waits: true, check: func(w *world) {
		beside := w.at(w.beside)
		w.run("account", "create", "vizinha")
		key, _, _ := strings.Cut(w.run("key", "create", "vizinha"), "\n")
		within(w, "the key in another process", func() bool { return beside.as(key).get("/extract/x").status == 404 })
		w.run("account", "disable", "vizinha")
		within(w, "the account's end in another process", func() bool { return beside.as(key).get("/extract/x").status == 403 })
		within(w, "the account's end", func() bool { return w.as(key).get("/extract/x").status == 403 })
	}},
	{section: decisions + "Accounts and keys", sentence: "`LAVRA_BOOTSTRAP_KEYS=\"account:key,account:key\"` makes accounts at start.", check: func(w *world) {
		w.get("/extract/x").says(404, notFound)
		w.as(otherKey).get("/extract/x").says(404, notFound)
	}},
}

// recovered lets ClickHouse come back and waits until that is seen.
func (w *world) recovered() {
	w.Helper()
	w.store.mend()
	for until := time.Now().Add(20 * time.Second); w.at(w.beside).as("").get("/health").status != 200; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(until) {
			w.Fatal("ClickHouse is not seen again")
		}
	}
}
