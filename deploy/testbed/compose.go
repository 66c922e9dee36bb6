package testbed

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"
)

// composeFile is the part of docker-compose.yml that the Docker testbed reads,
// so that its images and settings are those that are deployed.
type composeFile struct {
	Services map[string]composeService `yaml:"services"`
}

type composeService struct {
	Image       string            `yaml:"image"`
	Environment map[string]string `yaml:"environment"`
}

func readCompose() (composeFile, error) {
	top, err := topOfTree("docker-compose.yml")
	if err != nil {
		return composeFile{}, err
	}
	raw, err := os.ReadFile(filepath.Join(top, "docker-compose.yml"))
	if err != nil {
		return composeFile{}, fmt.Errorf("reading docker-compose.yml: %w", err)
	}
	var file composeFile
	// A key after "<<" overrides the merged one, which this package calls a duplicate.
	// A key beside "<<" overrides the merged one; this package calls it a duplicate.
	if err := yaml.UnmarshalWithOptions(raw, &file, yaml.AllowDuplicateMapKey()); err != nil {
		return composeFile{}, fmt.Errorf("reading docker-compose.yml: %w", err)
	}
	return file, nil
}

// image splits a service's image into repository and tag.
func (f composeFile) image(service string) (repository, tag string, err error) {
	image := f.Services[service].Image
	at := strings.LastIndex(image, ":")
	if at < 0 || strings.Contains(image[at:], "/") {
		return "", "", fmt.Errorf("the service %s of docker-compose.yml has no image with a tag", service)
	}
	return image[:at], image[at+1:], nil
}

// environment is a service's, with some of it replaced.
func (f composeFile) environment(service string, replaced map[string]string) []string {
	var all []string
	for name, value := range f.Services[service].Environment {
		if _, is := replaced[name]; !is {
			all = append(all, name+"="+value)
		}
	}
	for name, value := range replaced {
		all = append(all, name+"="+value)
	}
	return all
}
