package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// Start begins to trace where cfg says where to. stop sends what is left, within
// some seconds; a collector that is away costs spans and nothing else.
func Start(ctx context.Context, cfg Config, service, version string, log *slog.Logger) (stop func(), err error) {
	if !cfg.on() {
		return func() {}, nil
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("sending traces", "error", err) }))
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("starting the export of traces: %w", err)
	}
	self, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "lavra-"+service), attribute.String("service.version", version)),
		resource.WithFromEnv()) // the last one wins
	if err != nil {
		return nil, fmt.Errorf("reading OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(self))
	tracer := provider.Tracer("lavra.dev")
	active.Store(&tracer)
	return func() {
		active.Store(nil)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastExport)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			log.Warn("sending the last traces", "error", err)
		}
	}, nil
}

// lastExport bounds how long a collector may keep a process from ending.
const lastExport = 5 * time.Second
