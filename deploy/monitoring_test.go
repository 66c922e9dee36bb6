package deploy

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

var metricName = regexp.MustCompile(`\blavra_[a-z0-9_]+`)

// declared collects the metric names that the code of the services makes.
func declared(t *testing.T) map[string]bool {
	t.Helper()
	quoted := regexp.MustCompile(`"(lavra_[a-z0-9_]+)"`)
	names := map[string]bool{}
	for _, module := range []string{"platform", "ingest", "processors", "sink", "api", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", module), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, found := range quoted.FindAllSubmatch(source, -1) {
				names[string(found[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}

func checkMetrics(t *testing.T, expression string, known map[string]bool) {
	t.Helper()
	for _, name := range metricName.FindAllString(expression, -1) {
		if !known[name] && !known[strings.TrimSuffix(name, "_bucket")] {
			t.Errorf("no service has the metric %s of %q", name, expression)
		}
	}
}

// An alert on a metric that was renamed would stay silent for ever.
func TestRulesNameMetricsThatExist(t *testing.T) {
	raw, err := os.ReadFile("prometheus/rules.yml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Groups []struct {
			Rules []struct {
				Alert, Record, Expr string
				Annotations         map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	known, rules := declared(t), 0
	for _, group := range file.Groups {
		for _, rule := range group.Rules {
			rules++
			checkMetrics(t, rule.Expr, known)
			if rule.Alert != "" && (rule.Annotations["summary"] == "" || rule.Annotations["description"] == "") {
				t.Errorf("%s does not say what it means and what to do", rule.Alert)
			}
		}
	}
	if rules < 10 {
		t.Errorf("only %d rules were read", rules)
	}
}

// Every alert is tried by promtool, where that is installed (Debian's package prometheus).
func TestEveryAlertIsTried(t *testing.T) {
	rules, err := os.ReadFile("prometheus/rules.yml")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := os.ReadFile("prometheus/rules_test.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, alert := range regexp.MustCompile(`- alert: (\w+)`).FindAllSubmatch(rules, -1) {
		if !regexp.MustCompile(`alertname: ` + string(alert[1]) + `\n\s+exp_alerts:\n`).Match(tests) {
			t.Errorf("no test in rules_test.yml has %s fire", alert[1])
		}
	}
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed")
	}
	cmd := exec.CommandContext(t.Context(), promtool, "test", "rules", "rules_test.yml")
	cmd.Dir = "prometheus"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestTheDashboardShowsMetricsThatExist(t *testing.T) {
	raw, err := os.ReadFile("grafana/dashboards/lavra.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Type    string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(raw, &dashboard); err != nil {
		t.Fatal(err)
	}
	known := declared(t)
	for _, panel := range dashboard.Panels {
		if panel.Type != "row" && len(panel.Targets) == 0 {
			t.Errorf("the panel %q shows nothing", panel.Title)
		}
		for _, target := range panel.Targets {
			checkMetrics(t, target.Expr, known)
		}
	}
}

func TestTheConfigurationsParse(t *testing.T) {
	for _, path := range []string{
		"prometheus/prometheus.yml",
		"grafana/provisioning/datasources/prometheus.yml",
		"grafana/provisioning/dashboards/lavra.yml",
	} {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var parsed map[string]any
		if err := yaml.Unmarshal(raw, &parsed); err != nil || len(parsed) == 0 {
			t.Errorf("%s: %v", path, err)
		}
	}
}
