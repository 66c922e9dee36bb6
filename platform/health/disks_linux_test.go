package health_test

import (
	"path/filepath"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/platform/health"
)

func TestRoomOnDisksIsMeasured(t *testing.T) {
	registry := prometheus.NewRegistry()
	registry.MustRegister(health.Disks(map[string]string{"data": t.TempDir(), "blobs": filepath.Join(t.TempDir(), "not there")}))
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			values[f.GetName()+" "+m.GetLabel()[0].GetValue()] = m.GetGauge().GetValue()
		}
	}
	free, size := values["lavra_disk_free_bytes data"], values["lavra_disk_size_bytes data"]
	if len(values) != 2 || free <= 0 || size < free {
		t.Errorf("%v", values)
	}
}
