package schemaregistry

import "net/http"

// The level and the mode stand globally and, where set, per subject. A path
// without a subject means the global one.

func (r *Registry) getLevel(*http.Request) (any, error) {
	answer := map[string]Level{}
	err := r.read(func(s *state) error {
		answer["compatibilityLevel"] = s.Level
		return nil
	})
	return answer, err
}

func (r *Registry) getSubjectLevel(req *http.Request) (any, error) {
	name, answer := req.PathValue("subject"), map[string]Level{}
	err := r.read(func(s *state) error {
		if s.Subjects[name].Level == "" && !flag(req, "defaultToGlobal") {
			return levelNotConfigured(name)
		}
		answer["compatibilityLevel"] = s.level(name)
		return nil
	})
	return answer, err
}

func (r *Registry) putLevel(req *http.Request) (any, error) {
	var sent struct {
		Compatibility Level `json:"compatibility"`
	}
	if err := decode(req, &sent); err != nil {
		return nil, err
	}
	if !sent.Compatibility.valid() {
		return nil, invalidLevel()
	}
	return sent, r.setLevel(req.PathValue("subject"), sent.Compatibility)
}

func (r *Registry) resetLevel(req *http.Request) (any, error) {
	name := req.PathValue("subject")
	var before Level
	if err := r.read(func(s *state) error {
		if name != "" && s.Subjects[name].Level == "" {
			return levelNotConfigured(name)
		}
		before = s.level(name)
		return nil
	}); err != nil {
		return nil, err
	}
	level := Level("")
	if name == "" {
		level = FullTransitive
	}
	return map[string]Level{"compatibility": before}, r.setLevel(name, level)
}

func (r *Registry) setLevel(name string, level Level) error {
	return r.change(func(s *state) error {
		if name == "" {
			s.Level = level
			return nil
		}
		sub := s.Subjects[name]
		sub.Level = level
		s.Subjects[name] = sub
		return nil
	})
}

type modeAnswer struct {
	Mode Mode `json:"mode"`
}

func (r *Registry) getMode(*http.Request) (any, error) {
	var answer modeAnswer
	err := r.read(func(s *state) error {
		answer.Mode = s.Mode
		return nil
	})
	return answer, err
}

func (r *Registry) getSubjectMode(req *http.Request) (any, error) {
	name, answer := req.PathValue("subject"), modeAnswer{}
	err := r.read(func(s *state) error {
		if s.Subjects[name].Mode == "" && !flag(req, "defaultToGlobal") {
			return modeNotConfigured(name)
		}
		answer.Mode = s.mode(name)
		return nil
	})
	return answer, err
}

func (r *Registry) putMode(req *http.Request) (any, error) {
	var sent modeAnswer
	if err := decode(req, &sent); err != nil {
		return nil, err
	}
	if !sent.Mode.valid() {
		return nil, invalidMode()
	}
	return sent, r.setMode(req.PathValue("subject"), sent.Mode)
}

func (r *Registry) resetMode(req *http.Request) (any, error) {
	name, mode := req.PathValue("subject"), Mode("")
	if name == "" {
		mode = ReadWrite
	}
	var before modeAnswer
	if err := r.read(func(s *state) error {
		if name != "" && s.Subjects[name].Mode == "" {
			return modeNotConfigured(name)
		}
		before.Mode = s.mode(name)
		return nil
	}); err != nil {
		return nil, err
	}
	return before, r.setMode(name, mode)
}

func (r *Registry) setMode(name string, mode Mode) error {
	return r.change(func(s *state) error {
		if name == "" {
			s.Mode = mode
			return nil
		}
		sub := s.Subjects[name]
		sub.Mode = mode
		s.Subjects[name] = sub
		return nil
	})
}
