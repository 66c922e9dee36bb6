package schemaregistry

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

const (
	contentType = "application/vnd.schemaregistry.v1+json"

	// maxBody is far above any schema (ours are under 20 KiB) and small enough
	// that a client cannot make the registry hold much.
	maxBody = 1 << 20
)

// Handler serves the registry's routes.
func (r *Registry) Handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, serve := range map[string]route{
		"GET /{$}":                                            r.root,
		"GET /schemas":                                        r.listSchemas,
		"GET /schemas/types":                                  r.types,
		"GET /schemas/ids/{id}":                               r.byID,
		"GET /schemas/ids/{id}/subjects":                      r.subjectsByID,
		"GET /schemas/ids/{id}/versions":                      r.versionsByID,
		"GET /subjects":                                       r.listSubjects,
		"POST /subjects/{subject}":                            r.lookUp,
		"DELETE /subjects/{subject}":                          r.removeSubject,
		"GET /subjects/{subject}/versions":                    r.listVersions,
		"POST /subjects/{subject}/versions":                   r.add,
		"GET /subjects/{subject}/versions/{v}":                r.byVersion,
		"DELETE /subjects/{subject}/versions/{v}":             r.removeVersion,
		"GET /subjects/{subject}/versions/{v}/referencedby":   r.referencedBy,
		"POST /compatibility/subjects/{subject}/versions":     r.checkAll,
		"POST /compatibility/subjects/{subject}/versions/{v}": r.checkOne,
		"GET /config":                                         r.getLevel,
		"PUT /config":                                         r.putLevel,
		"DELETE /config":                                      r.resetLevel,
		"GET /config/{subject}":                               r.getSubjectLevel,
		"PUT /config/{subject}":                               r.putLevel,
		"DELETE /config/{subject}":                            r.resetLevel,
		"GET /mode":                                           r.getMode,
		"PUT /mode":                                           r.putMode,
		"DELETE /mode":                                        r.resetMode,
		"GET /mode/{subject}":                                 r.getSubjectMode,
		"PUT /mode/{subject}":                                 r.putMode,
		"DELETE /mode/{subject}":                              r.resetMode,
	} {
		mux.Handle(pattern, serve)
	}
	mux.HandleFunc("GET /schemas/ids/{id}/schema", r.textByID)
	mux.HandleFunc("GET /subjects/{subject}/versions/{v}/schema", r.textByVersion)
	return http.NewCrossOriginProtection().Handler(mux)
}

// route answers with a value to be sent as JSON, or with an error.
type route func(*http.Request) (any, error)

func (serve route) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	req.Body = http.MaxBytesReader(w, req.Body, maxBody)
	answer, err := serve(req)
	if err != nil {
		refuse(w, err)
		return
	}
	send(w, http.StatusOK, answer)
}

func refuse(w http.ResponseWriter, err error) {
	var known refusal
	if !errors.As(err, &known) {
		known = refusal{http.StatusInternalServerError, 50001, err.Error()}
	}
	send(w, known.status, map[string]any{"error_code": known.code, "message": known.message})
}

func send(w http.ResponseWriter, status int, answer any) {
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(answer) // a client that left gets nothing, and there is nobody to tell
}

// decode reads a JSON body. What is sent beyond the known attributes is not
// looked at, as clients of every age send their own.
func decode(req *http.Request, into any) error {
	err := json.NewDecoder(req.Body).Decode(into)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return tooLarge()
	case err != nil:
		return badRequest("the body is not the JSON object this route takes")
	}
	return nil
}

func flag(req *http.Request, name string) bool {
	set, _ := strconv.ParseBool(req.URL.Query().Get(name))
	return set
}
