package api

import (
	"container/list"
	"sync"
)

// drawingCache keeps the drawings that were asked for last, up to a number of bytes.
type drawingCache struct {
	most int

	mu     sync.Mutex
	bytes  int
	of     map[string]*list.Element
	recent list.List // of cachedDrawing, the last asked for first
}

type cachedDrawing struct {
	key string
	Drawing
}

func (c *drawingCache) get(key string) (Drawing, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.of[key]
	if !ok {
		return Drawing{}, false
	}
	c.recent.MoveToFront(at)
	return at.Value.(cachedDrawing).Drawing, true
}

func (c *drawingCache) put(key string, d Drawing) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, held := c.of[key]; held || len(d.PNG) > c.most {
		return
	}
	c.of[key] = c.recent.PushFront(cachedDrawing{key, d})
	c.bytes += len(d.PNG)
	for c.bytes > c.most {
		oldest := c.recent.Remove(c.recent.Back()).(cachedDrawing)
		delete(c.of, oldest.key)
		c.bytes -= len(oldest.PNG)
	}
}
