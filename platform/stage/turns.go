package stage

// turns is what waits in a lane. Keys take turns, and within a key its
// partitions do; what is of one key and one partition goes in order. A key that
// has as many at work as it may is passed over. Not safe for concurrent use.
type turns struct {
	ring []*turn
	next int
	keys map[string]*turn

	most    int            // at work of one key; 0: any number
	working map[string]int // by key
}

type turn struct {
	key    string
	queues []*queue
	next   int
}

type queue struct {
	partition *partition
	items     []*item
}

func newTurns(most int) *turns {
	return &turns{keys: map[string]*turn{}, most: most, working: map[string]int{}}
}

// begin and end count what is at work.
func (t *turns) begin(it *item) { t.working[it.key]++ }

func (t *turns) end(it *item) {
	if t.working[it.key]--; t.working[it.key] <= 0 {
		delete(t.working, it.key)
	}
}

func (t *turns) push(it *item) {
	key := it.key
	holder := t.keys[key]
	if holder == nil {
		holder = &turn{key: key}
		t.keys[key] = holder
		t.ring = append(t.ring, holder)
	}
	for _, q := range holder.queues {
		if q.partition == it.partition {
			q.items = append(q.items, it)
			return
		}
	}
	holder.queues = append(holder.queues, &queue{it.partition, []*item{it}})
}

// pop takes the next item of a partition that may start one; nil if there is none.
func (t *turns) pop(mayStart func(*partition) bool) *item {
	for range t.ring {
		t.next %= len(t.ring)
		holder := t.ring[t.next]
		if t.most > 0 && t.working[holder.key] >= t.most {
			t.next++
			continue
		}
		if it := holder.pop(mayStart); it != nil {
			if len(holder.queues) == 0 {
				t.remove(t.next) // the one after it has moved to its place
			} else {
				t.next++
			}
			return it
		}
		t.next++
	}
	return nil
}

func (h *turn) pop(mayStart func(*partition) bool) *item {
	for range h.queues {
		h.next %= len(h.queues)
		q := h.queues[h.next]
		if !mayStart(q.partition) {
			h.next++
			continue
		}
		it := q.items[0]
		q.items[0] = nil
		q.items = q.items[1:]
		if len(q.items) == 0 {
			h.queues = append(h.queues[:h.next], h.queues[h.next+1:]...)
		} else {
			h.next++
		}
		return it
	}
	return nil
}

func (t *turns) remove(i int) {
	delete(t.keys, t.ring[i].key)
	t.ring = append(t.ring[:i], t.ring[i+1:]...)
}

// drop forgets everything of a partition.
func (t *turns) drop(p *partition) {
	for i := len(t.ring) - 1; i >= 0; i-- {
		holder := t.ring[i]
		for j := len(holder.queues) - 1; j >= 0; j-- {
			if holder.queues[j].partition == p {
				holder.queues = append(holder.queues[:j], holder.queues[j+1:]...)
			}
		}
		if len(holder.queues) == 0 {
			t.remove(i)
		}
	}
}
