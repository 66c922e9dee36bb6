// Takes results as the service sends them, each once, into a file of JSON Lines.
package main

import (
	"bufio"
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync"
)

func main() {
	store, err := open(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	want := "Bearer " + os.Getenv("CALLBACK_TOKEN")
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if want != "Bearer " && subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(want)) != 1 {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		body, err := io.ReadAll(io.LimitReader(r.Body, 64<<20))
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if err := store.keep(body); err != nil {
			log.Print(err)
			w.WriteHeader(http.StatusInternalServerError) // it comes again
		}
	})
	log.Fatal(http.ListenAndServe(os.Args[1], nil))
}

type store struct {
	mu   sync.Mutex
	file *os.File
	seen map[string]bool
}

// open reads what is there already: a result may come again after a restart.
func open(path string) (*store, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	s := &store{file: file, seen: map[string]bool{}}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if id, err := requestID(lines.Bytes()); err == nil {
			s.seen[id] = true
		}
	}
	return s, lines.Err()
}

func (s *store) keep(body []byte) error {
	id, err := requestID(body)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen[id] {
		return nil
	}
	var line bytes.Buffer
	if err := json.Compact(&line, body); err != nil {
		return err
	}
	line.WriteByte('\n')
	if _, err := s.file.Write(line.Bytes()); err != nil {
		return err
	}
	if err := s.file.Sync(); err != nil {
		return err
	}
	s.seen[id] = true
	fmt.Println(id)
	return nil
}

func requestID(body []byte) (string, error) {
	var result struct {
		RequestID string `json:"request_id"`
	}
	if err := json.Unmarshal(body, &result); err != nil {
		return "", err
	}
	if result.RequestID == "" {
		return "", fmt.Errorf("no request_id")
	}
	return result.RequestID, nil
}
