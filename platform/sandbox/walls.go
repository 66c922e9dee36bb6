//go:build !bare

package sandbox

// walls says that children have walls. No setting takes them off: only a build with the tag
// bare has none, which cmd/lavra/bench makes to measure what they cost.
const walls = true
