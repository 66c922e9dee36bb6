//go:build bare

package sandbox

const walls = false
