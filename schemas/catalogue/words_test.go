package catalogue

import (
	"strings"
	"testing"
)

func TestWordLists(t *testing.T) {
	const entry = `type: RECIBO
words:
  sides: [PAGADOR, RECEBEDOR]
  towns:
    - Natal
prose:
  - "(o|@sides) {_:one @sides} (@towns)"
  - "{a:money} (@sides)"
fields:
  - labels: [Nome, "@sides"]
`
	const want = `type: RECIBO
prose:
  - "(o|PAGADOR|RECEBEDOR) {_:one PAGADOR/RECEBEDOR} (Natal)"
  - "{a:money} (PAGADOR|RECEBEDOR)"
fields:
  - labels: [Nome, "PAGADOR", "RECEBEDOR"]
`
	got, err := expand([]byte(entry))
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	if _, err := expand([]byte(strings.ReplaceAll(entry, "(@towns)", "(@nobody)"))); err == nil || !strings.Contains(err.Error(), "@nobody") {
		t.Errorf("an unknown list: %v", err)
	}
}
