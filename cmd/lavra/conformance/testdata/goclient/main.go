// A round trip with a client generated from the OpenAPI document.
//
//	goclient BASE-URL KEY FILE FILE-URL
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	"goclient/api"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := roundTrip(ctx, os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		log.Fatal(err)
	}
}

func roundTrip(ctx context.Context, base, key, path, fileURL string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	client, err := api.NewClientWithResponses(base, api.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key)
		return nil
	}))
	if err != nil {
		return err
	}
	name := "recibo.pdf"
	file := api.FileInput{FileBase64: &data, Filename: &name}

	class, err := client.ClassifyWithResponse(ctx, api.ClassifyJSONRequestBody{File: file})
	if err != nil || class.JSON200 == nil || *class.JSON200.DocumentType != "RECIBO" {
		return fmt.Errorf("classify: %v %s", err, class.Body)
	}
	sync, err := client.ExtractSyncWithResponse(ctx, nil, api.ExtractSyncJSONRequestBody{File: file})
	if err != nil || sync.JSON200 == nil || sync.JSON200.Status != "success" || sync.JSON200.Service.ReliabilityLevel != "high" {
		return fmt.Errorf("extract sync: %v %s", err, sync.Body)
	}
	typed, err := sync.JSON200.AsTypedResult()
	if err != nil {
		return fmt.Errorf("extract sync, its type: %v %s", err, sync.Body)
	}
	which, err := typed.ValueByDiscriminator()
	receipt, ok := which.(api.ReciboResult)
	if err != nil || !ok || receipt.Fields.Valor.Value != 4587.47 || receipt.Fields.Data.Value.String() != "2025-10-31" {
		return fmt.Errorf("extract sync, its fields: %v %T %s", err, which, sync.Body)
	}
	reference := "pedido 7"
	accepted, err := client.ExtractWithResponse(ctx, nil, api.ExtractJSONRequestBody{File: file, ReferenceId: &reference})
	if err != nil || accepted.JSON200 == nil {
		return fmt.Errorf("extract: %v %s", err, accepted.Body)
	}
	id := accepted.JSON200.RequestId.String()
	for {
		status, err := client.GetStatusWithResponse(ctx, id)
		if err != nil || status.JSON200 == nil {
			return fmt.Errorf("status: %v %s", err, status.Body)
		}
		if status.JSON200.Status == "in_progress" {
			time.Sleep(100 * time.Millisecond)
			continue
		}
		result, err := status.JSON200.Payload.AsExtractionResult()
		if err != nil || status.JSON200.Status != "success" || *result.ReferenceId != reference {
			return fmt.Errorf("status: %v %s", err, status.Body)
		}
		break
	}
	remote, err := client.ExtractSyncWithResponse(ctx, nil, api.ExtractSyncJSONRequestBody{File: api.FileInput{FileUrl: &fileURL}})
	if err != nil || remote.JSON200 == nil || remote.JSON200.Status != "success" {
		return fmt.Errorf("extract by URL: %v %s", err, remote.Body)
	}
	refused, err := client.ExtractWithResponse(ctx, nil, api.ExtractJSONRequestBody{})
	if err != nil || refused.JSON400 == nil || refused.JSON400.Message != "Nenhum arquivo enviado." {
		return fmt.Errorf("extract of nothing: %v %s", err, refused.Body)
	}
	box, err := client.GetBoundingBoxWithResponse(ctx, id, &api.GetBoundingBoxParams{FieldPath: "fields.valor"})
	if err != nil || box.JSON200 == nil || box.JSON200.ResolutionStatus != "resolved" || len(box.JSON200.Segments) == 0 {
		return fmt.Errorf("bounding box: %v %s", err, box.Body)
	}
	markdown, err := client.GetMarkdownWithResponse(ctx, id)
	if err != nil || markdown.JSON200 == nil || *markdown.JSON200.Markdown == "" {
		return fmt.Errorf("markdown: %v %s", err, markdown.Body)
	}
	missing, err := client.GetStatusWithResponse(ctx, "nada")
	if err != nil || missing.JSON404 == nil || missing.JSON404.Message != "Request not found" {
		return fmt.Errorf("status of no request: %v %s", err, missing.Body)
	}
	return batch(ctx, client, data)
}

func batch(ctx context.Context, client *api.ClientWithResponses, data []byte) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for range 2 {
		part, err := form.CreateFormFile("file", "recibo.pdf")
		if err != nil {
			return err
		}
		if _, err := part.Write(data); err != nil {
			return err
		}
	}
	if err := form.Close(); err != nil {
		return err
	}
	accepted, err := client.ExtractBatchWithBodyWithResponse(ctx, nil, form.FormDataContentType(), &body)
	if err != nil || accepted.JSON200 == nil || len(*accepted.JSON200) != 2 {
		return fmt.Errorf("batch: %v %s", err, accepted.Body)
	}
	id := accepted.HTTPResponse.Header.Get("X-Batch-Id")
	status, err := client.GetBatchWithResponse(ctx, &api.GetBatchParams{BatchId: &id})
	if err != nil || status.JSON200 == nil || status.JSON200.Total != 2 {
		return fmt.Errorf("batch status: %v %s", err, status.Body)
	}
	limit := 1
	page, err := client.GetBatchWithResponse(ctx, &api.GetBatchParams{BatchId: &id, Limit: &limit})
	if err != nil || page.JSON200 == nil || len(page.JSON200.Items) != 1 || page.JSON200.NextCursor == nil {
		return fmt.Errorf("a page of the batch: %v %s", err, page.Body)
	}
	health, err := client.GetHealthWithResponse(ctx)
	if err != nil || health.JSON200 == nil || health.JSON200.Status != "ok" {
		return fmt.Errorf("health: %v %s", err, health.Body)
	}
	return nil
}
