package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

const monitoring = "../../../deploy"

// Every panel of the dashboard shows something of a service at work, by the Prometheus that
// runs beside it: a query whose labels match nothing is no error to it, only an empty panel.
func TestEveryDashboardQueryAnswersOnALiveService(t *testing.T) {
	program, err := exec.LookPath("prometheus")
	if err != nil && strings.Contains(os.Getenv("LAVRA_REQUIRE"), "prometheus") {
		t.Fatal("prometheus is required and not installed")
	} else if err != nil {
		t.Skip("prometheus is not installed")
	}
	s := start(t)
	watching := watch(t, program, s.metrics)
	endpoint := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer endpoint.Close()
	d := sampleNamed(t, "holerite-02.pdf")
	for range 4 { // a rate is between two scrapes
		if code, answer, _ := s.post("/extract", []upload{{"a.pdf", d.data}}, map[string]string{"callbackUrl": endpoint.URL}); code != http.StatusOK {
			t.Fatalf("%d %v", code, answer)
		}
		time.Sleep(2 * time.Second)
	}
	for title, query := range dashboardQueries(t) {
		if strings.Contains(query, "unaccounted") {
			continue // what has not ended is compared with the same six hours ago; the rule is looked at below
		}
		eventually(t, time.Minute, fmt.Sprintf("an answer of the panel %s to %s", title, query), func() bool { return len(watching.ask(query)) > 0 })
	}
	for _, rule := range watching.rules() {
		if rule.Health != "ok" {
			t.Errorf("the rule %s is %s: %s", rule.Name, rule.Health, rule.LastError)
		}
		for _, metric := range regexp.MustCompile(`\blavra[_:][a-z0-9_:]+`).FindAllString(rule.Query, -1) {
			if strings.HasPrefix(metric, "lavra:unaccounted") {
				continue
			}
			eventually(t, time.Minute, "a series "+metric+" for the rule "+rule.Name, func() bool { return len(watching.ask(metric)) > 0 })
		}
	}
}

func dashboardQueries(t *testing.T) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(monitoring + "/grafana/dashboards/lavra.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(raw, &dashboard); err != nil {
		t.Fatal(err)
	}
	queries := map[string]string{}
	for _, p := range dashboard.Panels {
		for i, target := range p.Targets {
			queries[fmt.Sprintf("%s (%d)", p.Title, i)] = target.Expr
		}
	}
	return queries
}

// prometheus is one that scrapes a service with the project's configuration and rules.
type prometheus struct {
	t   *testing.T
	url string
}

func watch(t *testing.T, program, target string) *prometheus {
	t.Helper()
	raw, err := os.ReadFile(monitoring + "/prometheus/prometheus.yml")
	if err != nil {
		t.Fatal(err)
	}
	var config map[string]any
	if err := yaml.Unmarshal(raw, &config); err != nil {
		t.Fatal(err)
	}
	rules, err := filepath.Abs(monitoring + "/prometheus/rules.yml")
	if err != nil {
		t.Fatal(err)
	}
	config["rule_files"] = []string{rules}
	config["global"] = map[string]any{"scrape_interval": "1s", "evaluation_interval": "1s"}
	job := config["scrape_configs"].([]any)[0].(map[string]any)
	job["static_configs"] = []any{map[string]any{"targets": []string{target}, "labels": map[string]any{"service": "up"}}}
	config["scrape_configs"] = []any{job}
	written, err := yaml.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	dir, address := t.TempDir(), freeAddr(t)
	file := filepath.Join(dir, "prometheus.yml")
	if err := os.WriteFile(file, written, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--config.file="+file, "--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+address, "--log.level=warn")
	cmd.Stdout, cmd.Stderr = t.Output(), t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	})
	p := &prometheus{t, "http://" + address}
	eventually(t, time.Minute, "Prometheus", func() bool {
		response, err := http.Get(p.url + "/-/ready")
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
	return p
}

func (p *prometheus) get(path string, answer any) {
	p.t.Helper()
	response, err := http.Get(p.url + path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil || response.StatusCode != http.StatusOK {
		p.t.Fatalf("%s: %d %+v %v", path, response.StatusCode, answer, err)
	}
}

// ask gives the values of a query, those that are numbers.
func (p *prometheus) ask(query string) (values []string) {
	p.t.Helper()
	var answer struct {
		Error string
		Data  struct {
			Result []struct{ Value [2]any }
		}
	}
	p.get("/api/v1/query?query="+url.QueryEscape(query), &answer)
	for _, r := range answer.Data.Result {
		if value := fmt.Sprint(r.Value[1]); value != "NaN" {
			values = append(values, value)
		}
	}
	return values
}

type monitoringRule struct{ Name, Query, Health, LastError string }

// rules gives them once all have been evaluated.
func (p *prometheus) rules() (all []monitoringRule) {
	p.t.Helper()
	eventually(p.t, time.Minute, "all rules to be evaluated", func() bool {
		var answer struct {
			Data struct {
				Groups []struct{ Rules []monitoringRule }
			}
		}
		p.get("/api/v1/rules", &answer)
		all = nil
		for _, group := range answer.Data.Groups {
			for _, rule := range group.Rules {
				if rule.Health == "unknown" {
					return false
				}
				all = append(all, rule)
			}
		}
		return len(all) > 0
	})
	return all
}
