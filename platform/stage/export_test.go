package stage

import "time"

// SetHeartbeat makes a group notice its members' coming and going sooner.
func SetHeartbeat(c *Config, d time.Duration) { c.heartbeat = d }
