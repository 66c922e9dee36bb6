package event

import (
	"strings"
	"testing"

	"github.com/linkedin/goavro/v2"
)

// The two ways to carry a page of 60 lines of 8 words, for ADR 001.

func BenchmarkWordsPacked(b *testing.B) {
	benchmarkRoundTrip(b, `{"type":"array","items":{"type":"record","name":"L","fields":[{"name":"text","type":"string"},{"name":"boxes","type":"bytes"}]}}`,
		func() any {
			return map[string]any{"text": strings.Repeat("palavra ", 7) + "palavra", "boxes": make([]byte, 72)}
		})
}

func BenchmarkWordsAsRecords(b *testing.B) {
	benchmarkRoundTrip(b, `{"type":"array","items":{"type":"array","items":{"type":"record","name":"W","fields":[{"name":"text","type":"string"},
		{"name":"left","type":"double"},{"name":"top","type":"double"},{"name":"width","type":"double"},{"name":"height","type":"double"},{"name":"confidence","type":"double"}]}}}`,
		func() any {
			words := make([]any, 8)
			for i := range words {
				words[i] = map[string]any{"text": "palavra", "left": .1, "top": .2, "width": .1, "height": .01, "confidence": 1.0}
			}
			return words
		})
}

func benchmarkRoundTrip(b *testing.B, schema string, line func() any) {
	codec, err := goavro.NewCodec(schema)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		lines := make([]any, 60)
		for i := range lines {
			lines[i] = line()
		}
		data, err := codec.BinaryFromNative(nil, lines)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := codec.NativeFromBinary(data); err != nil {
			b.Fatal(err)
		}
	}
}
