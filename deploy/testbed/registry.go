package testbed

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// registryPath is where Apicurio has Confluent's interface.
const registryPath = "/apis/ccompat/v7"

// registryProcess keeps its schemas in memory: a test's schemas are registered
// at its start, and Kafka need not be there first.
func registryProcess(programs programs, dir, port string) *Process {
	jar, err := runnerJar(programs.registry)
	if err != nil {
		jar = err.Error() // Java refuses it, and the log shows why
	}
	return &Process{
		name: "the schema registry",
		dir:  dir,
		command: []string{
			"java", "-Xms128m", "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
			"-Dquarkus.http.host=127.0.0.1", "-Dquarkus.http.port=" + port,
			"-cp", jar + string(os.PathListSeparator) + filepath.Join(filepath.Dir(jar), "lib", "*"),
			"io.quarkus.runner.GeneratedMain",
		},
		log: filepath.Join(dir, "registry.log"),
		ready: func(ctx context.Context) error {
			return answers(ctx, "http://127.0.0.1:"+port+registryPath+"/subjects")
		},
	}
}

// answers reports whether a GET is answered with 200.
func answers(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return fmt.Errorf("asking %s: %w", url, err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("asking %s: %s", url, response.Status)
	}
	return nil
}
