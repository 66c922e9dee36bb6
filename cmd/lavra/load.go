package main

import (
	"errors"
	"fmt"
	"net"

	"lavra.dev/platform/config"
	"lavra.dev/platform/tracing"
)

// load reads the settings of a kind of process and names all that is wrong with
// them, whatever part would find it first.
func load(process string) (*serviceSettings, error) {
	var s serviceSettings
	err := config.Load(&s)
	traces, fault := tracing.Load()
	s.traces, err = traces, errors.Join(err, fault)
	for _, p := range processes {
		if p.name != process {
			continue
		}
		if s.Listen == "" {
			s.Listen = p.listen
		}
		return &s, errors.Join(err, s.outside(p.roles), s.apart(p.roles))
	}
	return nil, fmt.Errorf("%q is no process that serves", process)
}

// outside names the parts that a service alone is not told of.
func (s *serviceSettings) outside(r roles) error {
	if r.embedded {
		return nil
	}
	var missing []error
	need := func(wanted, set bool, text string) {
		if wanted && !set {
			missing = append(missing, errors.New(text))
		}
	}
	need(true, len(s.KafkaBrokers) > 0, "LAVRA_KAFKA_BROKERS: needed by a service that runs alone")
	need(true, s.SchemaRegistryURL != "", "LAVRA_SCHEMA_REGISTRY_URL: needed by a service that runs alone")
	need(true, s.BlobURL != "", "LAVRA_BLOB_URL: services that run apart must share one blob store, such as file:///srv/lavra/blobs or s3://bucket")
	need(r.sink || r.api, s.ClickHouseDSN.Set(), "LAVRA_CLICKHOUSE_DSN: needed by the sink and the api")
	need(r.http() || r.processors, s.SecretKey.Set(), "LAVRA_SECRET_KEY: services that run apart must share one; make it with: openssl rand -hex 32")
	return errors.Join(missing...)
}

// apart names listeners of the process that would take each other's address.
func (s *serviceSettings) apart(r roles) error {
	all := []listener{{"METRICS_LISTEN", s.MetricsListen}}
	if r.http() {
		all = append(all, listener{"LISTEN", s.Listen})
	}
	if r.embedded {
		given := []bool{len(s.KafkaBrokers) > 0, s.SchemaRegistryURL != "", s.ClickHouseDSN.Set()}
		for i, l := range s.listeners() {
			if !given[i] {
				all = append(all, l)
			}
		}
	}
	var faults []error
	for i, l := range all {
		for _, other := range all[:i] {
			if overlap(l.address, other.address) {
				faults = append(faults, fmt.Errorf("LAVRA_%s, LAVRA_%s: both listen on %s", other.name, l.name, l.address))
			}
		}
	}
	return errors.Join(faults...)
}

// overlap reports whether two listeners want the same port of the same address. A
// port that the system chooses is another each time.
func overlap(a, b string) bool {
	hostA, portA, errA := net.SplitHostPort(a)
	hostB, portB, errB := net.SplitHostPort(b)
	if errA != nil || errB != nil || portA != portB || portA == "0" {
		return false
	}
	return hostA == hostB || anyAddress(hostA) || anyAddress(hostB)
}

func anyAddress(host string) bool { return host == "" || host == "0.0.0.0" || host == "::" }
