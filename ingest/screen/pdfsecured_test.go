package screen

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// A file whose table is broken sends the parser through all of it for each object: with 20,000
// objects for half a minute, and it ends without a word.
func TestTheParserOfSecuredFilesHasItsTime(t *testing.T) {
	data, dict := packedObjects("<</S/URI/URI(https://a.b)>>")
	var file strings.Builder
	fmt.Fprintf(&file, "%%PDF-1.7\n1 0 obj%sendobj\n2 0 obj%sendobj\n3 0 obj%sendobj\n4 0 obj%sendobj\n",
		catalog, tree, page, stream(dict+"/Filter/FlateDecode", deflate(data)))
	for i := range 20_000 {
		fmt.Fprintf(&file, "%d 0 obj<</A/B/C(dddddddddddddddddddddddd)>>endobj\n", i+20)
	}
	file.WriteString("trailer<</Root 1 0 R/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4" +
		"/O(" + strings.Repeat("x", 32) + ")/U(" + strings.Repeat("x", 32) + ")>>/ID[(a)(b)]>>\nstartxref\n0\n%%EOF\n")
	if _, err := decrypt([]byte(file.String()), 200*time.Millisecond); !errors.Is(err, errUnbearable) {
		t.Errorf("the parser ended with %v", err)
	}
	if v := Examine([]byte(file.String())); !v.Blocked || v.Reason != "secured_unreadable" {
		t.Errorf("got %+v", v)
	}
	// Without an object stream there is nothing for it to open.
	plain := strings.Replace(file.String(), "/Type/ObjStm", "/Type/Other", 1)
	plain = strings.Replace(plain, "/N 1", "/M 1", 1)
	if v := Examine([]byte(plain)); v.Blocked || !v.Encrypted || v.Pages != 1 {
		t.Errorf("without an object stream: %+v", v)
	}
}
