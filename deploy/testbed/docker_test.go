package testbed

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/goccy/go-yaml"
)

func TestTheImagesOfDockerComposeRun(t *testing.T) {
	if testing.Short() {
		t.Skip("pulling images takes minutes")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	bed, err := Docker(ctx, Options{Log: os.Stderr})
	skipUnlessAvailable(t, "docker", err)
	defer bed.Close()
	checkParts(t, ctx, bed.Addrs)
	options, err := clickhouse.ParseDSN(bed.ClickHouse)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := clickhouse.Open(options)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Ping(ctx); err != nil {
		t.Error(err)
	}
}

func TestContainersOutliveTheSuite(t *testing.T) {
	top, err := topOfTree("docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(top, "deploy/docker/test.sh"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`-timeout (\d+m)`).FindSubmatch(script)
	if found == nil {
		t.Fatal("deploy/docker/test.sh bounds no suite")
	}
	if suite, err := time.ParseDuration(string(found[1])); err != nil || suite >= containersLife {
		t.Errorf("the suite may take %s, its containers end after %s: %v", found[1], containersLife, err)
	}
}

// secretName is of settings that docker inspect must not show.
var secretName = regexp.MustCompile(`PASSWORD|SECRET|BOOTSTRAP_KEYS|DSN`)

// The deployment's file is held to its rules here, since nothing else reads it
// where no Docker is.
func TestDockerComposeIsPinnedAndWatched(t *testing.T) {
	top, err := topOfTree("docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(top, "docker-compose.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]struct {
			Image       string
			Build       struct{ Dockerfile string }
			Healthcheck struct {
				Test    []string
				Disable bool
			}
			Command   []string
			Volumes   []string
			DependsOn map[string]struct{ Condition string } `yaml:"depends_on"`
			Ports     []string
			Secrets   []string
			CapDrop   []string          `yaml:"cap_drop"`
			Options   []string          `yaml:"security_opt"`
			Memory    string            `yaml:"mem_limit"`
			Pids      int               `yaml:"pids_limit"`
			CPUs      float64           `yaml:"cpus"`
			Settings  map[string]string `yaml:"environment"`
		}
		Secrets map[string]struct{ File string }
	}
	if err := yaml.UnmarshalWithOptions(raw, &file, yaml.AllowDuplicateMapKey()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"kafka", "registry", "clickhouse", "ingest", "processors", "sink", "api", "gateway", "prometheus", "grafana"} {
		if _, is := file.Services[name]; !is {
			t.Errorf("there is no service %s", name)
		}
	}
	pinned := regexp.MustCompile(`^[a-z0-9/.-]+:v?\d+\.\d+`)
	for name, service := range file.Services {
		if service.Build.Dockerfile != "" {
			if _, err := os.Stat(filepath.Join(top, service.Build.Dockerfile)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		} else if !pinned.MatchString(service.Image) {
			t.Errorf("%s: the image %q is not pinned", name, service.Image)
		}
		if len(service.Healthcheck.Test) == 0 && !service.Healthcheck.Disable {
			t.Errorf("%s has no health check", name)
		}
		if service.Memory == "" || service.Pids == 0 || service.CPUs == 0 {
			t.Errorf("%s is not bounded: memory %q, %d processes, %v CPUs", name, service.Memory, service.Pids, service.CPUs)
		}
		if !slices.Contains(service.CapDrop, "ALL") || !slices.Contains(service.Options, "no-new-privileges:true") {
			t.Errorf("%s keeps rights that it needs not", name)
		}
		for _, secret := range service.Secrets {
			if file.Secrets[secret].File != "./secrets/"+secret {
				t.Errorf("%s takes the secret %s, which is no file", name, secret)
			}
		}
		for setting, value := range service.Settings {
			if secretName.MatchString(setting) && value != "" && !strings.HasPrefix(value, "/run/secrets/") {
				t.Errorf("%s has the secret %s in its environment", name, setting)
			}
		}
		for _, volume := range service.Volumes {
			if path, _, _ := strings.Cut(volume, ":"); strings.HasPrefix(path, "./") {
				if _, err := os.Stat(filepath.Join(top, path)); err != nil {
					t.Errorf("%s mounts what is not there: %v", name, err)
				}
			}
		}
		for other := range service.DependsOn {
			if _, is := file.Services[other]; !is {
				t.Errorf("%s depends on %s, which is not there", name, other)
			}
		}
		for _, port := range service.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s: port %s is open to the network", name, port)
			}
		}
	}
	if !slices.Equal(file.Services["api"].Command, []string{"api"}) || len(file.Services["api"].DependsOn) != 4 {
		t.Errorf("the merged service api is %+v", file.Services["api"])
	}
}

func TestImagesAndSettingsComeFromDockerCompose(t *testing.T) {
	compose, err := readCompose()
	if err != nil {
		t.Fatal(err)
	}
	for _, service := range []string{"kafka", "registry", "clickhouse"} {
		if repository, tag, err := compose.image(service); err != nil || repository == "" || tag == "" {
			t.Errorf("%s: %q %q, %v", service, repository, tag, err)
		}
	}
	got := compose.environment("kafka", map[string]string{"KAFKA_ADVERTISED_LISTENERS": "OUTSIDE://here:1"})
	if !slices.Contains(got, "KAFKA_NODE_ID=1") || !slices.Contains(got, "KAFKA_ADVERTISED_LISTENERS=OUTSIDE://here:1") {
		t.Errorf("got %q", got)
	}
	if _, _, err := (composeFile{Services: map[string]composeService{"a": {Image: "host:5000/image"}}}).image("a"); err == nil {
		t.Error("an image without a tag was taken")
	}
}
