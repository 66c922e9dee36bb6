package config_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"lavra.dev/platform/config"
)

type limits struct {
	File config.Size   `env:"MAX_FILE" envDefault:"20MiB"`
	Wait time.Duration `env:"WAIT" envDefault:"10s"`
}

func (l *limits) Validate() error {
	if l.File == 0 {
		return errors.New("LAVRA_MAX_FILE: must be above zero")
	}
	return nil
}

type service struct {
	Listen string        `env:"LISTEN" envDefault:"127.0.0.1:8080"`
	Secret config.Secret `env:"SECRET_KEY"`
	Hosts  []string      `env:"HOSTS"`
	Pages  int           `env:"PAGES"`
	Depth  int           `env:"DEPTH"`
	Share  float64       `env:"SHARE"`
	Open   bool          `env:"OPEN"`
	Limits limits
}

func (s *service) Validate() error {
	if s.Listen == "" {
		return errors.New("LAVRA_LISTEN: must not be empty")
	}
	return nil
}

func TestDefaultsStandWhereNothingIsSet(t *testing.T) {
	var cfg service
	if err := config.LoadFrom(&cfg, []string{"LAVRA_HOSTS=a,b"}); err != nil {
		t.Fatal(err)
	}
	if cfg.Listen != "127.0.0.1:8080" || cfg.Limits.File != 20<<20 || len(cfg.Hosts) != 2 {
		t.Fatalf("got %+v", cfg)
	}
}

func TestEveryFaultIsNamedAtOnce(t *testing.T) {
	tests := map[string]struct {
		environ []string
		want    []string
	}{
		"unreadable values": {
			[]string{"LAVRA_MAX_FILE=much", "LAVRA_WAIT=soon", "LAVRA_PAGES=many", "LAVRA_DEPTH=99999999999999999999", "LAVRA_SHARE=half", "LAVRA_OPEN=on"},
			[]string{`LAVRA_MAX_FILE: "much" is not a size`, "LAVRA_WAIT: want a duration, such as 90s", "LAVRA_PAGES: want a whole number", "LAVRA_DEPTH: the number is too large",
				"LAVRA_SHARE: want a number", "LAVRA_OPEN: want true or false"},
		},
		"values out of bounds": {
			[]string{"LAVRA_MAX_FILE=0", "LAVRA_LISTEN= "},
			[]string{"LAVRA_MAX_FILE: must be above zero"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var cfg service
			err := config.LoadFrom(&cfg, test.environ)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is not named in: %v", want, err)
				}
			}
		})
	}
}

type Inherits struct{ Limits }

type Limits struct {
	File config.Size `env:"MAX_FILE"`
}

func (l *Limits) Validate() error {
	if l.File == 0 {
		return errors.New("LAVRA_MAX_FILE: must be above zero")
	}
	return nil
}

type Outer struct {
	Inherits
	Depth int `env:"DEPTH"`
}

func (o *Outer) Validate() error {
	if o.Depth == 0 {
		return errors.New("LAVRA_DEPTH: must be above zero")
	}
	return nil
}

func TestEmbeddedSectionsAreCheckedOnceEach(t *testing.T) {
	err := config.LoadFrom(&Outer{}, nil)
	if err == nil || strings.Count(err.Error(), "LAVRA_MAX_FILE") != 1 || strings.Count(err.Error(), "LAVRA_DEPTH") != 1 {
		t.Errorf("got %v", err)
	}
}

func TestASecretNeverShows(t *testing.T) {
	var cfg service
	if err := config.LoadFrom(&cfg, []string{"LAVRA_SECRET_KEY=tesouro"}); err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	if err := config.Print(&printed, &cfg); err != nil {
		t.Fatal(err)
	}
	asJSON, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{printed.String(), string(asJSON), fmt.Sprintf("%v %+v %#v %s", cfg, cfg, cfg, cfg.Secret)} {
		if strings.Contains(form, "tesouro") {
			t.Errorf("the secret shows in %s", form)
		}
	}
	if !strings.Contains(printed.String(), "LAVRA_MAX_FILE=20MiB\n") {
		t.Errorf("sizes do not print readably: %s", printed.String())
	}
	if cfg.Secret.Reveal() != "tesouro" {
		t.Error("the value got lost")
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]config.Size{
		"0": 0, "4096": 4096, "1B": 1, "64KiB": 64 << 10, "20MiB": 20 << 20, "2 GiB": 2 << 30, "5MB": 5e6, "1kib": 1024,
	} {
		var got config.Size
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q: got %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-1", "1.5MiB", "MiB", "9999999TiB", "1XB"} {
		var got config.Size
		if err := got.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was taken as %d", text, got)
		}
	}
}
