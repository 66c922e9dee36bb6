package tracing

import (
	"errors"
	"fmt"
	"net/url"
	"os"

	"github.com/caarlos0/env/v11"
)

// Config is what the environment says of traces, in the names of OpenTelemetry's
// specification. The exporter and the SDK read theirs themselves, these among them.
type Config struct {
	// Endpoint is the URL of a collector that takes OTLP over HTTP, such as http://collector:4318; TracesEndpoint is the whole URL for traces alone.
	// Where neither is set, nothing is traced. Every process needs it: one that has none leaves holes in the traces.
	Endpoint       string `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
	TracesEndpoint string `env:"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"`
	// Headers go with every export, as name=value by comma: what the collector knows its callers by.
	Headers string `env:"OTEL_EXPORTER_OTLP_HEADERS"`
	// Protocol is http/protobuf or http/json; there is no gRPC.
	Protocol       string `env:"OTEL_EXPORTER_OTLP_PROTOCOL" envDefault:"http/protobuf"`
	TracesProtocol string `env:"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"`
	// Sampler chooses which documents are traced, such as parentbased_traceidratio with SamplerArg 0.01; what the first process chose counts for all.
	Sampler    string `env:"OTEL_TRACES_SAMPLER" envDefault:"parentbased_always_on"`
	SamplerArg string `env:"OTEL_TRACES_SAMPLER_ARG"`
	// ServiceName is how the process calls itself; empty: lavra- and its kind, such as lavra-processors.
	ServiceName string `env:"OTEL_SERVICE_NAME"`
	// Exporter is otlp, or none to trace nothing; Disabled does the same.
	Exporter string `env:"OTEL_TRACES_EXPORTER" envDefault:"otlp"`
	Disabled bool   `env:"OTEL_SDK_DISABLED"`
}

// Load reads the environment and names what is wrong in it.
func Load() (Config, error) {
	var c Config
	if err := env.ParseWithOptions(&c, env.Options{Environment: env.ToMap(os.Environ())}); err != nil {
		return c, fmt.Errorf("reading OTEL_SDK_DISABLED: %w", err) // the one that is no text
	}
	return c, c.validate()
}

// on reports whether anything is to be traced.
func (c Config) on() bool {
	return !c.Disabled && c.Exporter != "none" && (c.Endpoint != "" || c.TracesEndpoint != "")
}

func (c Config) validate() error {
	if !c.on() {
		return nil
	}
	var faults []error
	fault := func(wrong bool, text string) {
		if wrong {
			faults = append(faults, errors.New(text))
		}
	}
	fault(c.Endpoint != "" && !isURL(c.Endpoint), "OTEL_EXPORTER_OTLP_ENDPOINT: want http://host:port")
	fault(c.TracesEndpoint != "" && !isURL(c.TracesEndpoint), "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: want http://host:port/v1/traces")
	fault(c.Exporter != "otlp", "OTEL_TRACES_EXPORTER: want otlp or none")
	fault(!isProtocol(c.Protocol) || c.TracesProtocol != "" && !isProtocol(c.TracesProtocol), "OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: want http/protobuf or http/json")
	return errors.Join(faults...)
}

func isURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func isProtocol(name string) bool { return name == "http/protobuf" || name == "http/json" }
