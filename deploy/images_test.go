package deploy

import (
	"os"
	"regexp"
	"testing"

	"github.com/goccy/go-yaml"
)

// What docker-compose.lock.yml holds to digests is what the chart may be given: both name the
// same gateway, and every image by its version.
func TestImagesAreNamedByVersionAndAlike(t *testing.T) {
	var compose struct {
		Services map[string]struct{ Image string }
	}
	var chart struct{ Gateway struct{ Image string } }
	for file, into := range map[string]any{"../docker-compose.yml": &compose, "helm/lavra/values.yaml": &chart} {
		text, err := os.ReadFile(file)
		if err == nil {
			err = yaml.UnmarshalWithOptions(text, into, yaml.AllowDuplicateMapKey()) // merged keys count as such
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	version := regexp.MustCompile(`^[^:@]+:v?[0-9]+\.[0-9.]+(@sha256:[0-9a-f]{64})?$`)
	gateways := 0
	for name, service := range compose.Services {
		if service.Image == "lavra:local" { // ours, made here
			continue
		}
		if !version.MatchString(service.Image) {
			t.Errorf("%s is %q, by no version", name, service.Image)
		}
		if service.Image == chart.Gateway.Image {
			gateways++
		}
	}
	if gateways != 1 {
		t.Errorf("the chart's gateway is %q, which %d services of the compose file are", chart.Gateway.Image, gateways)
	}
}
