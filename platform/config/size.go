package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes, written plainly (4096) or with a binary unit
// (64KiB, 20MiB, 2GiB). The decimal KB, MB and GB are taken too.
type Size int64

var units = []struct {
	suffix string
	factor int64
}{
	// Longer suffixes first: "MiB" ends in "B" as well.
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"B", 1},
}

// UnmarshalText reads either form. Fractions are refused: nobody means 1.3 bytes.
func (s *Size) UnmarshalText(text []byte) error {
	number, factor := strings.TrimSpace(string(text)), int64(1)
	for _, u := range units {
		if rest, ok := cutSuffixFold(number, u.suffix); ok {
			number, factor = strings.TrimSpace(rest), u.factor
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/factor {
		return fmt.Errorf("%q is not a size such as 4096, 64KiB or 20MiB", text)
	}
	*s = Size(n * factor)
	return nil
}

// String uses the largest binary unit that divides the size.
func (s Size) String() string {
	for i := 3; i >= 0; i-- {
		if u := units[i]; s >= Size(u.factor) && int64(s)%u.factor == 0 {
			return strconv.FormatInt(int64(s)/u.factor, 10) + u.suffix
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// MarshalText is String, for print-outs.
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func cutSuffixFold(s, suffix string) (string, bool) {
	if len(s) < len(suffix) || !strings.EqualFold(s[len(s)-len(suffix):], suffix) {
		return s, false
	}
	return s[:len(s)-len(suffix)], true
}
