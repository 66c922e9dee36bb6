package config

import (
	"fmt"
	"os"
	"strings"
)

// fileSuffix makes of a secret's name that of a file with its value: what is in
// the environment shows in /proc and in `docker inspect`.
const fileSuffix = "_FILE"

// readFiles puts the content of the files that NAME_FILE names under NAME, for
// the names of secrets.
func readFiles(secrets []string, environ map[string]string) (faults []error) {
	for _, name := range secrets {
		path := environ[name+fileSuffix]
		if path == "" {
			continue
		}
		if environ[name] != "" {
			faults = append(faults, fmt.Errorf("%s%s: %s is set too; leave one", name, fileSuffix, name))
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s%s: %w", name, fileSuffix, err))
			continue
		}
		environ[name] = strings.TrimSpace(string(text))
	}
	return faults
}
