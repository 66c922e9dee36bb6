package native

import (
	"errors"
	"testing"
)

func TestALibraryThatIsNowhereIsNamedAsMissing(t *testing.T) {
	if _, err := Open(t.TempDir(), "libnowhere.so"); !errors.Is(err, ErrMissing) {
		t.Fatalf("got %v, want ErrMissing", err)
	}
}

func TestAFunctionThatIsNotThereIsAnError(t *testing.T) {
	lib, err := Open("", "libc.so.6")
	if err != nil {
		t.Skip("no libc.so.6 on this machine")
	}
	var abs, none Func
	if err := lib.Bind(map[string]*Func{"abs": &abs}); err != nil {
		t.Fatal(err)
	}
	if got := abs.Call(7); got != 7 {
		t.Errorf("abs(7) = %d", got)
	}
	if err := lib.Bind(map[string]*Func{"no_such_function": &none}); err == nil {
		t.Error("a missing function was bound")
	}
}
