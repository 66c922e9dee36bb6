package schemaregistry

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// register adds a schema to a subject and returns its identifier. A schema that
// the subject already has keeps its version; the same text in another subject
// keeps its identifier.
func (r *Registry) register(name string, sent submission) (int, error) {
	parsed, err := sent.parse()
	if err != nil {
		return 0, err
	}
	if sent.ID > 0 || sent.Version > 0 {
		return 0, notPermitted("identifiers and versions are given by the registry")
	}
	id := 0
	if err := r.read(func(s *state) error {
		if v, found := s.find(name, sent.Schema, false); found {
			id = v.ID
		}
		return nil
	}); err != nil || id != 0 {
		return id, err // known: the common case at every start costs no write
	}
	err = r.change(func(s *state) error {
		if s.mode(name) != ReadWrite {
			return notPermitted("subject " + strconv.Quote(name) + " is in mode " + string(s.mode(name)))
		}
		if v, found := s.find(name, sent.Schema, false); found {
			id = v.ID
			return nil
		}
		sub := s.Subjects[name]
		reasons, err := s.conflicts(s.level(name), sub.visible(false), parsed)
		if err != nil {
			return err
		}
		if len(reasons) > 0 {
			return incompatible(s.level(name), reasons)
		}
		id = s.identify(sent.Schema)
		sub.Versions = append(sub.Versions, version{Number: sub.last() + 1, ID: id})
		s.Subjects[name] = sub
		return nil
	})
	return id, err
}

// identify returns the identifier of a text, a new one if it is new.
func (s *state) identify(text string) int {
	for id, known := range s.Schemas {
		if sameSchema(known, text) {
			return id
		}
	}
	s.LastID++
	s.Schemas[s.LastID] = text
	return s.LastID
}

// find looks for a text among a subject's versions.
func (s *state) find(name, text string, deleted bool) (version, bool) {
	for _, v := range s.Subjects[name].visible(deleted) {
		if sameSchema(s.Schemas[v.ID], text) {
			return v, true
		}
	}
	return version{}, false
}

// version resolves a number, "latest" or "-1" of a subject.
func (s *state) version(name, wanted string, deleted bool) (version, error) {
	number := -1
	if wanted != "latest" {
		var err error
		if number, err = strconv.Atoi(wanted); err != nil || number == 0 || number < -1 {
			return version{}, invalidVersion(wanted)
		}
	}
	visible := s.Subjects[name].visible(deleted)
	if len(visible) == 0 {
		return version{}, subjectNotFound(name)
	}
	if number == -1 {
		return visible[len(visible)-1], nil
	}
	for _, v := range visible {
		if v.Number == number {
			return v, nil
		}
	}
	return version{}, versionNotFound(number)
}

// last is the highest number ever given in the subject that is still known.
func (s subject) last() int {
	if len(s.Versions) == 0 {
		return 0
	}
	return s.Versions[len(s.Versions)-1].Number
}

// deleteSubject hides all versions or, with permanent, forgets the versions
// that were hidden before. Texts stay: a record may still carry the identifier.
func (r *Registry) deleteSubject(name string, permanent bool) ([]int, error) {
	numbers := []int{}
	err := r.change(func(s *state) error {
		sub := s.Subjects[name]
		live := sub.visible(false)
		switch {
		case len(sub.Versions) == 0:
			return subjectNotFound(name)
		case permanent && len(live) > 0:
			return subjectNotSoftDeleted(name)
		case !permanent && len(live) == 0:
			return subjectSoftDeleted(name)
		case permanent:
			live = sub.Versions
			sub.Versions = nil
		default:
			for i := range sub.Versions {
				sub.Versions[i].Deleted = true
			}
		}
		for _, v := range live {
			numbers = append(numbers, v.Number)
		}
		s.Subjects[name] = sub
		return nil
	})
	return numbers, err
}

// deleteVersion hides one version or, with permanent, forgets a hidden one.
func (r *Registry) deleteVersion(name, wanted string, permanent bool) (int, error) {
	number := 0
	err := r.change(func(s *state) error {
		v, err := s.version(name, wanted, true)
		if err != nil {
			return err
		}
		sub := s.Subjects[name]
		at := slices.Index(sub.Versions, v)
		switch {
		case permanent && !v.Deleted:
			return versionNotSoftDeleted(name, v.Number)
		case !permanent && v.Deleted:
			return versionSoftDeleted(name, v.Number)
		case permanent:
			sub.Versions = slices.Delete(sub.Versions, at, at+1)
		default:
			sub.Versions[at].Deleted = true
		}
		s.Subjects[name] = sub
		number = v.Number
		return nil
	})
	return number, err
}

// check compares a schema with one version, or with those that the subject's
// level looks at when no version is named.
func (r *Registry) check(name, wanted string, sent submission) ([]string, error) {
	parsed, err := sent.parse()
	if err != nil {
		return nil, err
	}
	var reasons []string
	err = r.read(func(s *state) error {
		versions := s.Subjects[name].visible(false)
		if wanted != "" {
			v, err := s.version(name, wanted, false)
			if err != nil {
				return err
			}
			versions = []version{v}
		}
		reasons, err = s.conflicts(s.level(name), versions, parsed)
		return err
	})
	return reasons, err
}

func incompatible(level Level, reasons []string) error {
	return refusal{status: 409, code: 409, message: fmt.Sprintf(
		"the schema is incompatible with an earlier one under %s: %s", level, strings.Join(reasons, "; "))}
}
