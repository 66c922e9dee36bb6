package meaning

import "testing"

func BenchmarkLoad(b *testing.B) {
	for range b.N {
		if _, err := load(files); err != nil {
			b.Fatal(err)
		}
	}
}
