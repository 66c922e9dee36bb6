package health

import "github.com/prometheus/client_golang/prometheus"

// Disks tells how much room the disks of folders have, by a name for each. A folder that
// cannot be looked at has no numbers: 0 bytes would wake somebody.
func Disks(folders map[string]string) prometheus.Collector { return disks(folders) }

type disks map[string]string

var (
	diskFree = prometheus.NewDesc("lavra_disk_free_bytes", "Room left on the disk of a folder.", []string{"disk"}, nil)
	diskSize = prometheus.NewDesc("lavra_disk_size_bytes", "Size of the disk of a folder.", []string{"disk"}, nil)
)

func (d disks) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- diskFree
	descriptions <- diskSize
}

func (d disks) Collect(metrics chan<- prometheus.Metric) {
	for name, folder := range d {
		left, size, _, err := room(folder)
		if err != nil {
			continue
		}
		metrics <- prometheus.MustNewConstMetric(diskFree, prometheus.GaugeValue, float64(left), name)
		metrics <- prometheus.MustNewConstMetric(diskSize, prometheus.GaugeValue, float64(size), name)
	}
}
