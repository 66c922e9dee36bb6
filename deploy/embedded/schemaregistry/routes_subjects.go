package schemaregistry

import "net/http"

func (r *Registry) listSubjects(req *http.Request) (any, error) {
	var names []string
	err := r.read(func(s *state) error {
		names = s.names(req.URL.Query().Get("subjectPrefix"), flag(req, "deleted"))
		return nil
	})
	return names, err
}

func (r *Registry) lookUp(req *http.Request) (any, error) {
	var sent submission
	if err := decode(req, &sent); err != nil {
		return nil, err
	}
	if _, err := sent.parse(); err != nil {
		return nil, err
	}
	name, deleted := req.PathValue("subject"), flag(req, "deleted")
	var answer schemaAnswer
	err := r.read(func(s *state) error {
		if len(s.Subjects[name].visible(deleted)) == 0 {
			return subjectNotFound(name)
		}
		v, found := s.find(name, sent.Schema, deleted)
		if !found {
			return schemaNotFound()
		}
		answer = s.answer(name, v)
		return nil
	})
	return answer, err
}

func (r *Registry) add(req *http.Request) (any, error) {
	var sent submission
	if err := decode(req, &sent); err != nil {
		return nil, err
	}
	id, err := r.register(req.PathValue("subject"), sent)
	return map[string]int{"id": id}, err
}

func (r *Registry) listVersions(req *http.Request) (any, error) {
	name, numbers := req.PathValue("subject"), []int{}
	err := r.read(func(s *state) error {
		for _, v := range s.Subjects[name].visible(flag(req, "deleted")) {
			numbers = append(numbers, v.Number)
		}
		if len(numbers) == 0 {
			return subjectNotFound(name)
		}
		return nil
	})
	return numbers, err
}

func (r *Registry) byVersion(req *http.Request) (any, error) { return r.named(req) }

func (r *Registry) textByVersion(w http.ResponseWriter, req *http.Request) {
	answer, err := r.named(req)
	if err != nil {
		refuse(w, err)
		return
	}
	sendText(w, answer.Schema)
}

// named finds the version that a request's path names.
func (r *Registry) named(req *http.Request) (schemaAnswer, error) {
	name := req.PathValue("subject")
	var answer schemaAnswer
	err := r.read(func(s *state) error {
		v, err := s.version(name, req.PathValue("v"), flag(req, "deleted"))
		if err == nil {
			answer = s.answer(name, v)
		}
		return err
	})
	return answer, err
}

// referencedBy is always empty, since references are refused.
func (r *Registry) referencedBy(req *http.Request) (any, error) {
	_, err := r.named(req)
	return []int{}, err
}

func (r *Registry) removeSubject(req *http.Request) (any, error) {
	return r.deleteSubject(req.PathValue("subject"), flag(req, "permanent"))
}

func (r *Registry) removeVersion(req *http.Request) (any, error) {
	return r.deleteVersion(req.PathValue("subject"), req.PathValue("v"), flag(req, "permanent"))
}

func (r *Registry) checkAll(req *http.Request) (any, error) { return r.checkRequest(req, "") }
func (r *Registry) checkOne(req *http.Request) (any, error) {
	return r.checkRequest(req, req.PathValue("v"))
}

func (r *Registry) checkRequest(req *http.Request, wanted string) (any, error) {
	var sent submission
	if err := decode(req, &sent); err != nil {
		return nil, err
	}
	reasons, err := r.check(req.PathValue("subject"), wanted, sent)
	answer := map[string]any{"is_compatible": len(reasons) == 0}
	if flag(req, "verbose") {
		answer["messages"] = append([]string{}, reasons...)
	}
	return answer, err
}
