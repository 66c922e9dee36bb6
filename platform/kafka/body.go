package kafka

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/blob"
	"lavra.dev/schemas/event"
)

const (
	// inlineMax is what a record's body may weigh in the log, compressed: 64 KiB,
	// some three pages of dense text.
	inlineMax = 64 << 10

	// rawMax is what an inline body may weigh before compression. The client
	// bounds a batch before it compresses, so a body that shrinks well has to
	// leave room for key and headers, those of a dead letter among them.
	rawMax = 768 << 10

	// batchMaxBytes is the clients' bound for a batch, under the 1 MiB the topics take.
	batchMaxBytes = 1_000_012

	// bodyMax bounds what a reference may unfold to: 200 pages of 5,000 words
	// are some 20 MiB.
	bodyMax = 256 << 20
)

// BodyPrefix is where in the blob store the bodies are.
const BodyPrefix = "bodies/"

// spill moves a body that is too large for the log to the blob store and gives
// what the record holds instead. The key is made of the content: doing it
// twice leaves one blob and the same record. What stays is encrypted where it is to be.
func (k *Kafka) spill(ctx context.Context, body []byte, m Message) ([]byte, error) {
	if k.seals(m.Event) {
		packed := zstdEncoder().EncodeAll(body, nil)
		if len(packed) > inlineMax {
			return k.refer(ctx, body, packed)
		}
		return k.seal(ctx, packed, m)
	}
	if len(body) <= inlineMax {
		return body, nil
	}
	packed := zstdEncoder().EncodeAll(body, nil)
	if len(packed) <= inlineMax && len(body) <= rawMax {
		return body, nil
	}
	return k.refer(ctx, body, packed)
}

// referMin is from which size on a record that is written again and again is
// better named than repeated.
const referMin = 1 << 10

// Refer gives what stands for the value of a record that is to be written
// again: the value itself, or where it is large a reference to the blob store.
func (k *Kafka) Refer(ctx context.Context, value []byte) ([]byte, error) {
	if len(value) < referMin || k.blobs == nil {
		return value, nil
	}
	return k.refer(ctx, value, zstdEncoder().EncodeAll(value, nil))
}

// refer puts a body into the blob store; packed is the same, compressed.
func (k *Kafka) refer(ctx context.Context, body, packed []byte) ([]byte, error) {
	if len(body) > bodyMax {
		return nil, fmt.Errorf("%w: a body of %d bytes", ErrTooLarge, len(body))
	}
	if k.blobs == nil {
		return nil, errors.New("spilling a body: no blob store given")
	}
	sum := sha256.Sum256(packed)
	ref := event.BodyReference{SHA256: hex.EncodeToString(sum[:]), Size: int64(len(body))}
	ref.URI = BodyPrefix + ref.SHA256[:2] + "/" + ref.SHA256
	if _, err := k.blobs.Put(ctx, ref.URI, bytes.NewReader(packed)); err != nil {
		return nil, fmt.Errorf("spilling a body: %w", err)
	}
	return k.encode(nil, &ref)
}

// fetchBody gets a spilled body back and checks that it is the one.
func (k *Kafka) fetchBody(ctx context.Context, ref event.BodyReference) ([]byte, error) {
	if ref.Size < 0 || ref.Size > bodyMax {
		return nil, fmt.Errorf("%w: refers to a body of %d bytes", ErrUndecodable, ref.Size)
	}
	if k.blobs == nil {
		return nil, errors.New("fetching a body: no blob store given")
	}
	packed, err := k.readBlob(ctx, ref)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(packed); hex.EncodeToString(sum[:]) != ref.SHA256 {
		return nil, fmt.Errorf("%w: the body's bytes are not those referred to", ErrUndecodable)
	}
	body, err := zstdDecoder().DecodeAll(packed, make([]byte, 0, ref.Size))
	if err != nil {
		return nil, fmt.Errorf("%w: unpacking the body: %w", ErrUndecodable, err)
	}
	if int64(len(body)) != ref.Size {
		return nil, fmt.Errorf("%w: the body has %d bytes, not %d", ErrUndecodable, len(body), ref.Size)
	}
	return body, nil
}

// ForgetBody deletes what a record has in the blob store, if anything. The
// record stays, and cannot be read any more.
func (k *Kafka) ForgetBody(ctx context.Context, rec *kgo.Record) error {
	id, body, err := header.DecodeID(rec.Value)
	if err != nil || k.blobs == nil {
		return nil // nothing of ours
	}
	w, err := k.schemas.writer(ctx, id)
	if errors.Is(err, ErrUndecodable) || err == nil && w.name != k.schemas.recordName(referenceSubject) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("forgetting a body: %w", err)
	}
	var ref event.BodyReference
	if err := decodeBy(w, body, &ref); err != nil || !strings.HasPrefix(ref.URI, BodyPrefix) {
		return nil
	}
	return k.blobs.Delete(ctx, ref.URI)
}

func (k *Kafka) readBlob(ctx context.Context, ref event.BodyReference) ([]byte, error) {
	r, err := k.blobs.Open(ctx, ref.URI)
	if errors.Is(err, blob.ErrNotFound) {
		// It was written before the record was, so it is gone for good.
		return nil, fmt.Errorf("%w: the body is gone: %w", ErrUndecodable, err)
	}
	if err != nil {
		return nil, fmt.Errorf("fetching a body: %w", err)
	}
	defer r.Close()
	// zstd adds a few bytes to what does not shrink.
	limit := ref.Size + ref.Size/128 + 4096
	packed, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("fetching a body: %w", err)
	}
	if int64(len(packed)) > limit {
		return nil, fmt.Errorf("%w: the body is larger than it may be", ErrUndecodable)
	}
	return packed, nil
}

// Both are safe for use by many goroutines and start none of their own when
// they work on whole buffers.
var (
	zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // the options are constants
		}
		return e
	})
	zstdDecoder = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(bodyMax), zstd.WithDecoderLowmem(true))
		if err != nil {
			panic(err) // the options are constants
		}
		return d
	})
)
