// Package schemaregistry is a schema registry for Avro that answers Confluent's
// REST routes.
//
// It owns the subjects, versions and identifiers of the schemas, the
// compatibility levels, and their file on disk. In come HTTP requests; a schema
// that its subject's level forbids is refused. An answer that changes
// something goes out only after the change is on disk, so that an identifier
// that a record carries always has its schema.
//
// What never happens here: identifiers are never used twice, other kinds of
// schema than Avro and references between schemas are refused, and it keeps no
// other copy than its one file.
package schemaregistry

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// Registry holds all subjects. Its methods may be called concurrently.
type Registry struct {
	mu    sync.RWMutex
	state *state
	file  stateFile
}

// Open reads the registry of a directory, or starts an empty one there.
func Open(dir string) (*Registry, error) {
	file := stateFile{dir: dir}
	state, err := file.load()
	if err != nil {
		return nil, err
	}
	return &Registry{state: state, file: file}, nil
}

// read runs f on the current state. f must not keep what it is given.
func (r *Registry) read(f func(*state) error) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return f(r.state)
}

// change runs f on a copy of the state and keeps the copy only once it is on
// disk: a change that fails, or cannot be written, never happened.
func (r *Registry) change(f func(*state) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := r.state.clone()
	if err := f(next); err != nil {
		return err
	}
	if err := r.file.save(next); err != nil {
		return err
	}
	r.state = next
	return nil
}

// state is everything the registry knows, and the form of its file.
type state struct {
	LastID   int                `json:"last_id"`
	Level    Level              `json:"compatibility"`
	Mode     Mode               `json:"mode"`
	Schemas  map[int]string     `json:"schemas"` // text by identifier
	Subjects map[string]subject `json:"subjects"`
}

type subject struct {
	Level    Level     `json:"compatibility,omitempty"` // empty: the global one
	Mode     Mode      `json:"mode,omitempty"`          // empty: the global one
	Versions []version `json:"versions,omitempty"`      // by rising number
}

type version struct {
	Number  int  `json:"version"`
	ID      int  `json:"id"`
	Deleted bool `json:"deleted,omitempty"`
}

func newState() *state {
	return &state{
		Level:    FullTransitive,
		Mode:     ReadWrite,
		Schemas:  map[int]string{},
		Subjects: map[string]subject{},
	}
}

func (s *state) clone() *state {
	next := *s
	next.Schemas = maps.Clone(s.Schemas)
	next.Subjects = maps.Clone(s.Subjects)
	for name, sub := range next.Subjects {
		sub.Versions = slices.Clone(sub.Versions)
		next.Subjects[name] = sub
	}
	return &next
}

// level is the compatibility level that applies to a subject.
func (s *state) level(name string) Level {
	if own := s.Subjects[name].Level; own != "" {
		return own
	}
	return s.Level
}

func (s *state) mode(name string) Mode {
	if own := s.Subjects[name].Mode; own != "" {
		return own
	}
	return s.Mode
}

// names lists the subjects that have a version, deleted ones only on request.
func (s *state) names(prefix string, deleted bool) []string {
	names := []string{}
	for name, sub := range s.Subjects {
		if strings.HasPrefix(name, prefix) && len(sub.visible(deleted)) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (s subject) visible(deleted bool) []version {
	if deleted {
		return s.Versions
	}
	return slices.DeleteFunc(slices.Clone(s.Versions), func(v version) bool { return v.Deleted })
}
