package main

import (
	"context"
	"sync"
)

// layer is when a service ends, when its process is told to.
type layer int

const (
	doors   layer = iota // take calls: they let those under way finish
	workers              // work on what was accepted, and call back
	tails                // what the others read by
	layerCount
)

// layers are the services of a process, each in its layer. A layer is told to
// end once the one before it has: a call that waits for its result still has
// the workers that make it and the index that finds it.
type layers struct {
	ending context.Context // done when the process is told to end, or a service failed
	end    context.CancelFunc
	of     [layerCount]struct {
		ctx     context.Context
		cancel  context.CancelFunc
		running sync.WaitGroup
	}
	once  sync.Once
	first error
}

func newLayers(ctx context.Context) *layers {
	l := &layers{}
	l.ending, l.end = context.WithCancel(ctx)
	for i := range l.of {
		l.of[i].ctx, l.of[i].cancel = context.WithCancel(context.WithoutCancel(ctx))
	}
	return l
}

// start runs a service beside the others. The first that fails ends all.
func (l *layers) start(at layer, name string, run func(context.Context) error) {
	in := &l.of[at]
	in.running.Go(func() { l.fail(ignoreCanceled(in.ctx, name, run(in.ctx))) })
}

// in is start in one layer.
func (l *layers) in(at layer) starter {
	return func(name string, run func(context.Context) error) { l.start(at, name, run) }
}

func (l *layers) fail(err error) {
	if err != nil {
		l.once.Do(func() { l.first = err })
		l.end()
	}
}

// wait ends the layers one after the other once that is due.
func (l *layers) wait() error {
	<-l.ending.Done()
	for i := range l.of {
		l.of[i].cancel()
		l.of[i].running.Wait()
	}
	l.end()
	return l.first
}
