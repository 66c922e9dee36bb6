package embedded

import (
	"fmt"

	"lavra.dev/platform/nativelib"
)

// FindLibrary finds ClickHouse's engine, or says what helps without it.
func FindLibrary() (string, error) {
	path, err := nativelib.Find("libchdb.so")
	if err != nil {
		return "", fmt.Errorf("%w; or set LAVRA_CLICKHOUSE_DSN to a ClickHouse server", err)
	}
	return path, nil
}
