// Package check holds the chart to what Helm and Kubernetes take: lint, the objects that come out
// (golden, read strictly by the API's own types), and values that must be refused.
package check

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

const chart = "../lavra"

var update = flag.Bool("update", false, "write the golden files anew")

// operators are the kinds that others bring into a cluster: they are not among the API's types.
var operators = []string{"ScaledObject", "ServiceMonitor", "PrometheusRule"}

var needed = map[string]any{
	"kafka":    map[string]any{"brokers": "kafka:9092"},
	"registry": map[string]any{"url": "http://registry:8080/apis/ccompat/v7"},
	"blobs":    map[string]any{"url": "s3://lavra?region=sa-east-1"},
}

// with is the needed values and more.
func with(more map[string]any) map[string]any {
	all := map[string]any{}
	for _, values := range []map[string]any{needed, more} {
		for name, value := range values {
			all[name] = value
		}
	}
	return all
}

var everything = map[string]any{
	"image":           map[string]any{"repository": "registry.example/lavra", "digest": "sha256:" + strings.Repeat("0", 64), "pullSecrets": []any{map[string]any{"name": "pull"}}},
	"keda":            map[string]any{"enabled": true},
	"monitoring":      map[string]any{"enabled": true, "labels": map[string]any{"release": "prometheus"}},
	"ingress":         map[string]any{"enabled": true, "className": "nginx", "host": "lavra.example", "tlsSecret": "lavra-tls"},
	"networkPolicies": map[string]any{"parts": []any{map[string]any{"ipBlock": map[string]any{"cidr": "10.1.0.0/16"}}}, "clients": []any{map[string]any{"namespaceSelector": map[string]any{}}}},
	"processors":      map[string]any{"settings": map[string]any{"LAVRA_LOG_LEVEL": "debug"}},
	"tolerations":     []any{map[string]any{"operator": "Exists"}},
	"nodeSelector":    map[string]any{"kubernetes.io/arch": "amd64"},
	"serviceAccount":  map[string]any{"annotations": map[string]any{"role": "lavra"}},
}

func render(t *testing.T, values map[string]any) (map[string]string, error) {
	t.Helper()
	loaded, err := loader.Load(chart)
	if err != nil {
		t.Fatal(err)
	}
	all, err := chartutil.ToRenderValues(loaded, values, chartutil.ReleaseOptions{Name: "lavra", Namespace: "documents", Revision: 1, IsInstall: true}, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	return engine.Render(loaded, all)
}

func TestHelmLintIsContent(t *testing.T) {
	for name, values := range map[string]map[string]any{"needed": needed, "everything": with(everything)} {
		for _, message := range lint.All(chart, values, "documents", true).Messages {
			if message.Severity > support.InfoSev {
				t.Errorf("%s: %s", name, message)
			}
		}
	}
}

func TestChartGivesWhatKubernetesTakes(t *testing.T) {
	decoder := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	for name, values := range map[string]map[string]any{"needed": needed, "everything": with(everything)} {
		files, err := render(t, values)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var golden strings.Builder
		var kinds []string
		for _, path := range sorted(files) {
			if strings.HasSuffix(path, "NOTES.txt") {
				continue
			}
			for _, object := range regexp.MustCompile(`(?m)^---$`).Split(files[path], -1) {
				var head struct {
					Kind       string
					APIVersion string `json:"apiVersion"`
				}
				if err := yaml.Unmarshal([]byte(object), &head); err != nil {
					t.Fatalf("%s: %s: %v\n%s", name, path, err, object)
				}
				if head.Kind == "" {
					continue
				}
				golden.WriteString("---\n" + strings.TrimSpace(linked(t, object)) + "\n")
				kinds = append(kinds, head.Kind)
				if slices.Contains(operators, head.Kind) {
					continue
				}
				if _, _, err := decoder.Decode([]byte(object), nil, nil); err != nil {
					t.Errorf("%s: %s: %v\n%s", name, path, err, object)
				}
			}
		}
		if len(kinds) < 20 {
			t.Errorf("%s: only %d objects: %v", name, len(kinds), kinds)
		}
		compare(t, filepath.Join("testdata", name+".yaml"), golden.String())
	}
}

// linked names the files that the chart takes from beside it in place of their text: they change
// without the chart, and have tests of their own.
func linked(t *testing.T, object string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(chart, "files", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the chart has no files: %v", err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join("files", filepath.Base(path))
		object = strings.ReplaceAll(object, fmt.Sprintf("%x", sha256.Sum256(text)), "(checksum of "+name+")")
		for _, indent := range []string{"    ", "  "} {
			whole := indent + strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "\n"+indent)
			object = strings.ReplaceAll(object, whole, indent+"("+name+")")
		}
	}
	return object
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("the chart gives something else than %s; if that is right: go test -update, and read the difference", path)
	}
}

// A setting that is misspelt here would keep every pod from starting.
func TestChartNamesSettingsThatThereAre(t *testing.T) {
	known, err := os.ReadFile("../../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := render(t, with(everything))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for path, text := range files {
		for _, name := range regexp.MustCompile(`LAVRA_[A-Z0-9_]+`).FindAllString(text, -1) {
			seen++
			if !strings.Contains(string(known), "`"+strings.TrimSuffix(name, "_FILE")+"`") {
				t.Errorf("%s: %s is no setting", path, name)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d settings were looked at", seen)
	}
}

func TestChartRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		values map[string]any
		says   string
	}{
		"no brokers":       {map[string]any{"registry": needed["registry"], "blobs": needed["blobs"]}, "kafka.brokers is required"},
		"no registry":      {map[string]any{"kafka": needed["kafka"], "blobs": needed["blobs"]}, "registry.url is required"},
		"no bucket":        {map[string]any{"kafka": needed["kafka"], "registry": needed["registry"]}, "blobs.url is required"},
		"blobs on a disk":  {with(map[string]any{"blobs": map[string]any{"url": "file:///blobs"}}), "blobs/url"},
		"a misspelt value": {with(map[string]any{"processor": map[string]any{"replicas": 3}}), "processor"},
		"no replicas":      {with(map[string]any{"sink": map[string]any{"replicas": 0}}), "replicas"},
		"a short digest":   {with(map[string]any{"image": map[string]any{"digest": "sha256:12"}}), "digest"},
		"a foreign name":   {with(map[string]any{"settings": map[string]any{"lavra_log_level": "debug"}}), "lavra_log_level"},
	} {
		if _, err := render(t, test.values); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %q", name, err, test.says)
		}
	}
}

func sorted(files map[string]string) []string {
	var paths []string
	for path := range files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}
