package testbed

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/ory/dockertest/v3"
	"github.com/ory/dockertest/v3/docker"
)

// containersReady is generous: on a machine with a load of 36 the registry took more
// than 90 s.
const containersReady = 5 * time.Minute

// containersLife is longer than the suite of deploy/docker/test.sh may take.
const containersLife = 75 * time.Minute

// clickhousePassword is for containers that listen on loopback for one test.
const clickhousePassword = "testbed"

// DockerBed is Kafka, a registry and ClickHouse in containers of the images
// that docker-compose.yml names.
type DockerBed struct {
	Addrs

	options    Options
	pool       *dockertest.Pool
	containers []*dockertest.Resource
}

// Docker starts the containers. All parts are ready when it returns. The first
// run on a machine pulls some 2 GB.
func Docker(ctx context.Context, options Options) (*DockerBed, error) {
	pool, err := dockertest.NewPool("")
	if err == nil {
		err = pool.Client.Ping()
	}
	if err != nil {
		return nil, unavailable("no Docker engine answers: %v", err)
	}
	compose, err := readCompose()
	if err != nil {
		return nil, err
	}
	bed := &DockerBed{options: options, pool: pool}
	options.say("starting the containers of docker-compose.yml; the first time their images are pulled")
	if err := bed.start(ctx, compose); err != nil {
		bed.Close()
		return nil, err
	}
	return bed, nil
}

func (b *DockerBed) start(ctx context.Context, compose composeFile) error {
	ports, err := freePorts(3)
	if err != nil {
		return err
	}
	b.Addrs = Addrs{
		Kafka:      "127.0.0.1:" + ports[0],
		Registry:   "http://127.0.0.1:" + ports[1] + registryPath,
		ClickHouse: "http://lavra:" + clickhousePassword + "@127.0.0.1:" + ports[2] + "/default",
	}
	for _, part := range []struct {
		service, container, host string
		replaced                 map[string]string
	}{
		// A client goes where the broker says that it is, so the port is fixed.
		{"kafka", "9094", ports[0], map[string]string{
			"KAFKA_ADVERTISED_LISTENERS": "INSIDE://localhost:9092,OUTSIDE://" + b.Kafka,
		}},
		// In memory: then it need not reach the other container.
		{"registry", "8080", ports[1], map[string]string{"APICURIO_STORAGE_KIND": "sql"}},
		// The file of the deployment's password is not there.
		{"clickhouse", "8123", ports[2], map[string]string{"CLICKHOUSE_PASSWORD": clickhousePassword, "CLICKHOUSE_PASSWORD_FILE": ""}},
	} {
		if err := b.run(compose, part.service, part.container, part.host, part.replaced); err != nil {
			return err
		}
	}
	return b.awaitAll(ctx)
}

func (b *DockerBed) run(compose composeFile, service, container, host string, replaced map[string]string) error {
	repository, tag, err := compose.image(service)
	if err != nil {
		return err
	}
	port := docker.Port(container + "/tcp")
	resource, err := b.pool.RunWithOptions(&dockertest.RunOptions{
		Repository:   repository,
		Tag:          tag,
		Env:          compose.environment(service, replaced),
		PortBindings: map[docker.Port][]docker.PortBinding{port: {{HostIP: "127.0.0.1", HostPort: host}}},
		ExposedPorts: []string{string(port)},
	}, func(config *docker.HostConfig) { config.AutoRemove, config.PublishAllPorts = true, false })
	if err != nil {
		return unavailable("running the image %s:%s: %v", repository, tag, err)
	}
	b.containers = append(b.containers, resource)
	// The engine removes it then, even when the test was killed.
	return resource.Expire(uint(containersLife.Seconds()))
}

func (b *DockerBed) awaitAll(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, containersReady)
	defer cancel()
	server, err := url.Parse(b.ClickHouse)
	if err != nil {
		return fmt.Errorf("reading ClickHouse's address: %w", err)
	}
	for name, ready := range map[string]func() error{
		"Kafka":        func() error { return kafkaAnswers(ctx, b.Kafka, 1) },
		"the registry": func() error { return answers(ctx, b.Registry+"/subjects") },
		"ClickHouse":   func() error { return answers(ctx, "http://"+server.Host+"/ping") },
	} {
		for err := ready(); err != nil; err = ready() {
			select {
			case <-ctx.Done():
				return fmt.Errorf("starting %s: not ready in time: %w", name, err)
			case <-time.After(pollInterval):
			}
		}
	}
	return nil
}

// Close removes the containers and what they kept.
func (b *DockerBed) Close() {
	for _, container := range b.containers {
		if err := b.pool.Purge(container); err != nil {
			b.options.say("removing a container: %v", err)
		}
	}
}
