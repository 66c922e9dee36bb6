// Sends one document and prints what was read from it.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
)

func main() {
	body, contentType, err := form(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	req, err := http.NewRequest(http.MethodPost, os.Getenv("LAVRA_URL")+"/extract/sync", body)
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Authorization", "Bearer "+os.Getenv("LAVRA_API_KEY"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		log.Fatal(err)
	}
	// 408: the work goes on; GET /extract/{request_id} has the result later.
	if resp.StatusCode != http.StatusOK {
		log.Fatalf("%s: %s", resp.Status, answer)
	}
	var result struct {
		DocumentType *string `json:"document_type"` // null: not recognised
		Status       string
		Fields       map[string]struct {
			Value      any
			Confidence float64 `json:"confidence_score"`
		}
	}
	if err := json.Unmarshal(answer, &result); err != nil {
		log.Fatal(err)
	}
	kind := "-"
	if result.DocumentType != nil {
		kind = *result.DocumentType
	}
	fmt.Println(kind, result.Status)
	for name, field := range result.Fields {
		fmt.Printf("  %s = %v (%.2f)\n", name, field.Value, field.Confidence)
	}
}

func form(path string) (io.Reader, string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, "", err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", filepath.Base(path))
	if err != nil {
		return nil, "", err
	}
	if _, err := part.Write(data); err != nil {
		return nil, "", err
	}
	return &body, form.FormDataContentType(), form.Close()
}
