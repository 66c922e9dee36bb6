// Package config loads a service's settings from the environment into one
// struct, checks the whole of it, and prints it with its secrets masked.
//
// In: the process environment, the `env` tags of the struct, and its Validate
// method where it has one. Out: a filled struct, or one error that names every
// fault: values that cannot be read, values that do not go together, and names
// that mean nothing. Nothing here knows what a setting means, and no file is
// read but those that NAME_FILE names for a Secret.
package config

import (
	"encoding"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"strconv"
	"time"

	"github.com/caarlos0/env/v11"
)

// Prefix stands before the name of every setting.
const Prefix = "LAVRA_"

// Validator is a section that can check itself. Validate gathers every fault
// with errors.Join, each naming its setting.
type Validator interface{ Validate() error }

// Load fills cfg, a pointer to a struct, from the process environment. Tags
// name settings without Prefix; nested sections are loaded and validated too.
func Load(cfg any) error { return LoadFrom(cfg, os.Environ()) }

// LoadFrom is Load over an environment given as KEY=value pairs.
func LoadFrom(cfg any, environ []string) error {
	values := env.ToMap(environ)
	byField := map[string]string{} // Go name to setting
	var names, secrets []string
	walk(cfg, func(s setting) {
		byField[s.field] = s.name
		names = append(names, s.name)
		if s.value.Type() == reflect.TypeFor[Secret]() {
			secrets = append(secrets, s.name)
			names = append(names, s.name+fileSuffix)
		}
	})
	faults := append(unknown(names, values), readFiles(secrets, values)...)
	unreadable, err := parse(cfg, values, byField)
	if len(unreadable) > 0 {
		// The rest is checked as if these had their defaults: they would be named twice.
		rest := maps.Clone(values)
		for name := range unreadable {
			delete(rest, name)
		}
		_, _ = parse(cfg, rest, byField)
	}
	faults = append(append(faults, err), validate(cfg)...)
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("loading configuration:\n%w", err)
	}
	return nil
}

// parse fills cfg and says which settings could not be read.
func parse(cfg any, environ, byField map[string]string) (unreadable map[string]bool, err error) {
	err = env.ParseWithOptions(cfg, env.Options{Prefix: Prefix, Environment: environ})
	var all env.AggregateError
	if !errors.As(err, &all) {
		return nil, err
	}
	unreadable = map[string]bool{}
	var named []error
	for _, one := range all.Errors {
		var fault env.ParseError
		if errors.As(one, &fault) && byField[fault.Name] != "" {
			name := byField[fault.Name]
			unreadable[name] = true
			one = fmt.Errorf("%s: %w", name, wanted(fault))
		}
		named = append(named, one)
	}
	return unreadable, errors.Join(named...)
}

// wanted says what a value of the setting's type looks like, where the parser
// would speak of Go's functions. The value itself is not repeated.
func wanted(fault env.ParseError) error {
	if fault.Type == reflect.TypeFor[time.Duration]() {
		return errors.New("want a duration, such as 90s or 1h30m")
	}
	if reflect.PointerTo(fault.Type).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return fault.Err
	}
	if errors.Is(fault.Err, strconv.ErrRange) {
		return errors.New("the number is too large")
	}
	if !errors.Is(fault.Err, strconv.ErrSyntax) {
		return fault.Err
	}
	switch kind := fault.Type.Kind(); {
	case kind == reflect.Bool:
		return errors.New("want true or false")
	case kind == reflect.Float32 || kind == reflect.Float64:
		return errors.New("want a number, such as 0.5")
	default:
		return errors.New("want a whole number")
	}
}
