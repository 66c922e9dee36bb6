// Sends several documents in one call, waits for all and prints a line for each.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

func main() {
	batch, err := send(os.Args[1:])
	if err != nil {
		log.Fatal(err)
	}
	for {
		status, err := look(batch)
		if err != nil {
			log.Fatal(err)
		}
		if status.InProgress == 0 {
			for _, item := range status.Items {
				fmt.Println(item.Filename, item.Status, item.RequestID)
			}
			return
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// send posts the files. The Idempotency-Key makes it safe to do so again when an
// answer is lost: the same key is accepted once.
func send(files []string) (batchID string, err error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		part, err := form.CreateFormFile("file", filepath.Base(path))
		if err != nil {
			return "", err
		}
		if _, err := part.Write(data); err != nil {
			return "", err
		}
	}
	if err := form.Close(); err != nil {
		return "", err
	}
	resp, err := call(http.MethodPost, "/extract/batch", body.Bytes(), http.Header{
		"Content-Type": {form.FormDataContentType()}, "Idempotency-Key": {rand.Text()},
	})
	if err != nil {
		return "", err
	}
	return resp.Header.Get("X-Batch-Id"), nil
}

type status struct {
	InProgress int `json:"in_progress"`
	Items      []struct {
		RequestID string `json:"request_id"`
		Filename  string
		Status    string
	}
}

func look(batchID string) (s status, err error) {
	resp, err := call(http.MethodGet, "/extract/batch?limit=1000&batchId="+url.QueryEscape(batchID), nil, http.Header{})
	if err == nil {
		err = json.NewDecoder(resp.Body).Decode(&s)
	}
	return s, err
}

// call tries again while the service is busy (429, 503) or cannot be reached.
func call(method, path string, body []byte, header http.Header) (*http.Response, error) {
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		req, err := http.NewRequest(method, os.Getenv("LAVRA_URL")+path, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		req.Header = header.Clone()
		req.Header.Set("Authorization", "Bearer "+os.Getenv("LAVRA_API_KEY"))
		resp, err := http.DefaultClient.Do(req)
		switch {
		case err != nil:
			log.Print(err)
		case resp.StatusCode == http.StatusOK:
			return resp, nil
		case resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode < http.StatusInternalServerError:
			text, _ := io.ReadAll(resp.Body)
			return nil, fmt.Errorf("%s: %s", resp.Status, text)
		default:
			resp.Body.Close()
			if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
				wait = time.Duration(seconds) * time.Second
			}
		}
		time.Sleep(wait)
	}
}
