package schemaregistry

import (
	"io"
	"net/http"
	"slices"
	"strconv"
)

// schemaAnswer is one version of one subject.
type schemaAnswer struct {
	Subject string `json:"subject"`
	Version int    `json:"version"`
	ID      int    `json:"id"`
	Schema  string `json:"schema"`
}

func (s *state) answer(name string, v version) schemaAnswer {
	return schemaAnswer{Subject: name, Version: v.Number, ID: v.ID, Schema: s.Schemas[v.ID]}
}

func (r *Registry) root(*http.Request) (any, error)  { return struct{}{}, nil }
func (r *Registry) types(*http.Request) (any, error) { return []string{"AVRO"}, nil }

func (r *Registry) listSchemas(req *http.Request) (any, error) {
	answers := []schemaAnswer{}
	deleted := flag(req, "deleted")
	err := r.read(func(s *state) error {
		for _, name := range s.names(req.URL.Query().Get("subjectPrefix"), deleted) {
			versions := s.Subjects[name].visible(deleted)
			if flag(req, "latestOnly") {
				versions = versions[len(versions)-1:]
			}
			for _, v := range versions {
				answers = append(answers, s.answer(name, v))
			}
		}
		return nil
	})
	return answers, err
}

// text finds the schema that a request names by its identifier.
func (s *state) text(req *http.Request) (id int, text string, err error) {
	id, err = strconv.Atoi(req.PathValue("id"))
	text, known := s.Schemas[id]
	if err != nil || !known {
		return 0, "", schemaNotFound()
	}
	return id, text, nil
}

func (r *Registry) byID(req *http.Request) (any, error) {
	answer := map[string]string{}
	err := r.read(func(s *state) error {
		_, text, err := s.text(req)
		answer["schema"] = text
		return err
	})
	return answer, err
}

func (r *Registry) textByID(w http.ResponseWriter, req *http.Request) {
	var text string
	if err := r.read(func(s *state) (err error) {
		_, text, err = s.text(req)
		return err
	}); err != nil {
		refuse(w, err)
		return
	}
	sendText(w, text)
}

func (r *Registry) subjectsByID(req *http.Request) (any, error) {
	usages, err := r.usages(req)
	names := []string{}
	for _, usage := range usages {
		names = append(names, usage.Subject)
	}
	return slices.Compact(names), err
}

func (r *Registry) versionsByID(req *http.Request) (any, error) { return r.usages(req) }

type usage struct {
	Subject string `json:"subject"`
	Version int    `json:"version"`
}

// usages lists the subjects and versions that carry an identifier.
func (r *Registry) usages(req *http.Request) ([]usage, error) {
	found := []usage{}
	deleted := flag(req, "deleted")
	err := r.read(func(s *state) error {
		id, _, err := s.text(req)
		if err != nil {
			return err
		}
		for _, name := range s.names(req.URL.Query().Get("subject"), deleted) {
			for _, v := range s.Subjects[name].visible(deleted) {
				if v.ID == id {
					found = append(found, usage{name, v.Number})
				}
			}
		}
		return nil
	})
	return found, err
}

// sendText answers with the schema itself, not wrapped in an object.
func sendText(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", contentType)
	io.WriteString(w, text) // as in send: nobody to tell
}
