package schemaregistry

import (
	"fmt"
	"net/http"
)

// refusal is an answer in the registry protocol's own error form. The codes
// are Confluent's; clients decide by them.
type refusal struct {
	status, code int
	message      string
}

func (r refusal) Error() string { return r.message }

func subjectNotFound(name string) error {
	return refusal{http.StatusNotFound, 40401, fmt.Sprintf("subject %q not found", name)}
}

func versionNotFound(number int) error {
	return refusal{http.StatusNotFound, 40402, fmt.Sprintf("version %d not found", number)}
}

func schemaNotFound() error {
	return refusal{http.StatusNotFound, 40403, "schema not found"}
}

func subjectSoftDeleted(name string) error {
	return refusal{http.StatusNotFound, 40404, fmt.Sprintf("subject %q was soft deleted; permanent=true deletes it for good", name)}
}

func subjectNotSoftDeleted(name string) error {
	return refusal{http.StatusNotFound, 40405, fmt.Sprintf("subject %q must be soft deleted before it is deleted for good", name)}
}

func versionSoftDeleted(name string, number int) error {
	return refusal{http.StatusNotFound, 40406, fmt.Sprintf("subject %q version %d was soft deleted; permanent=true deletes it for good", name, number)}
}

func versionNotSoftDeleted(name string, number int) error {
	return refusal{http.StatusNotFound, 40407, fmt.Sprintf("subject %q version %d must be soft deleted before it is deleted for good", name, number)}
}

func levelNotConfigured(name string) error {
	return refusal{http.StatusNotFound, 40408, fmt.Sprintf("subject %q has no compatibility level of its own", name)}
}

func modeNotConfigured(name string) error {
	return refusal{http.StatusNotFound, 40409, fmt.Sprintf("subject %q has no mode of its own", name)}
}

func invalidSchema(reason string) error {
	return refusal{http.StatusUnprocessableEntity, 42201, "invalid schema: " + reason}
}

func invalidVersion(wanted string) error {
	return refusal{http.StatusUnprocessableEntity, 42202, fmt.Sprintf("version %q is neither a number from 1 nor latest", wanted)}
}

func invalidLevel() error {
	return refusal{http.StatusUnprocessableEntity, 42203, "the compatibility level must be NONE, BACKWARD, FORWARD or FULL, the last three also with _TRANSITIVE"}
}

func invalidMode() error {
	return refusal{http.StatusUnprocessableEntity, 42204, "the mode must be READWRITE or READONLY"}
}

func notPermitted(reason string) error {
	return refusal{http.StatusUnprocessableEntity, 42205, reason}
}

func badRequest(reason string) error {
	return refusal{http.StatusBadRequest, http.StatusBadRequest, reason}
}

func tooLarge() error {
	return refusal{http.StatusRequestEntityTooLarge, http.StatusRequestEntityTooLarge,
		fmt.Sprintf("a request may have at most %d bytes", maxBody)}
}
