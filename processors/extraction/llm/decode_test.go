package llm

import (
	"errors"
	"strings"
	"testing"
)

// Whatever a service sends, it is malformed or a few trimmed texts.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"choices":[{"message":{"content":"{\"pagador\":\"Ana Luz\",\"valor\":null,\"cpf\":\" \"}"}}]}`))
	f.Add([]byte(`{"choices":[]}`))
	f.Add([]byte(`{"choices":[{"message":{"content":"[1]"}}],"choices":[{"message":{}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		answers, err := decode(data)
		if err != nil && !errors.Is(err, errMalformed) {
			t.Errorf("error of another class: %v", err)
		}
		for name, value := range answers {
			if value == "" || value != strings.TrimSpace(value) {
				t.Errorf("%q is %q", name, value)
			}
		}
	})
}
