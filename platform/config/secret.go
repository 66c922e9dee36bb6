package config

import "log/slog"

// mask is what every way of printing a secret shows.
const mask = "********"

// Secret is a setting that no log line, error or print-out may show.
type Secret string

// Reveal gives the value to the one place that needs it.
func (s Secret) Reveal() string { return string(s) }

// Set reports whether there is a value at all.
func (s Secret) Set() bool { return s != "" }

func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return mask
}

// GoString masks the value under %#v too.
func (s Secret) GoString() string { return s.String() }

// MarshalText masks the value in JSON and other text forms.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText takes the value as it stands.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = Secret(text)
	return nil
}

// LogValue masks the value in log lines.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
