package stage

import "time"

// SetRetry makes a stage try again sooner.
func SetRetry(c *Config, d time.Duration) { c.retry = d }

// SetHeartbeat makes a group notice its members' coming and going sooner.
func SetHeartbeat(c *Config, d time.Duration) { c.heartbeat = d }
