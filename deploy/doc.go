// Package deploy holds what runs the product: the one-machine deployment in
// embedded, the real parts for tests in testbed, and the files for containers,
// Prometheus and Grafana. It has no code of its own besides the tests that keep
// those files true.
package deploy
