package config_test

import (
	"testing"

	"lavra.dev/platform/config"
)

// Whatever is set, it is read or named as a fault, and reads the same printed.
func FuzzLoad(f *testing.F) {
	f.Add("20MiB", "1m30s", "a,b")
	f.Add("9223372036854775807", "-1ns", ",")
	f.Add("8388608TiB", "1e9h", "\x00")
	f.Fuzz(func(t *testing.T, size, wait, hosts string) {
		var cfg service
		if err := config.LoadFrom(&cfg, []string{"LAVRA_MAX_FILE=" + size, "LAVRA_WAIT=" + wait, "LAVRA_HOSTS=" + hosts}); err != nil {
			return
		}
		var again config.Size
		if err := again.UnmarshalText([]byte(cfg.Limits.File.String())); err != nil || again != cfg.Limits.File || again < 0 {
			t.Errorf("%q is printed as %s, which reads as %d: %v", size, cfg.Limits.File, again, err)
		}
	})
}
