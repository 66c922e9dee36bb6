// Package config loads a service's settings from the environment into one
// struct, checks the whole of it, and prints it with its secrets masked.
//
// In: the process environment, the `env` tags of the struct, and its Validate
// method where it has one. Out: a filled struct, or one error that names every
// fault. Nothing here knows what a setting means, and no file is read.
package config

import (
	"errors"
	"fmt"
	"os"

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
	parseErr := env.ParseWithOptions(cfg, env.Options{
		Prefix:      Prefix,
		Environment: env.ToMap(environ),
	})
	faults := []error{name(cfg, parseErr)}
	if parseErr == nil {
		// A section that was not parsed whole would report its zero values as faults.
		faults = append(faults, validate(cfg)...)
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("loading configuration:\n%w", err)
	}
	return nil
}

// name replaces the Go field of a parse error by the setting it stands for.
func name(cfg any, err error) error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return err
	}
	settings := map[string]string{}
	walk(cfg, func(s setting) { settings[s.field] = s.name })
	var named []error
	for _, one := range all.Errors {
		var parse env.ParseError
		if errors.As(one, &parse) && settings[parse.Name] != "" {
			one = fmt.Errorf("%s: %w", settings[parse.Name], parse.Err)
		}
		named = append(named, one)
	}
	return errors.Join(named...)
}
