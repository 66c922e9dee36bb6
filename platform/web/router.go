package web

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/gorilla/mux"
)

// NewRouter makes the router that services register their endpoints on. It
// takes paths as they are sent: no cleaning, no redirect, no decoding.
func NewRouter() *mux.Router { return mux.NewRouter().SkipClean(true).UseEncodedPath() }

// Public marks a route as needing no key.
func Public(route *mux.Route) *mux.Route { return route.Name(publicName) }

// ForOperators marks a route as one for the keys of operators: it speaks of all accounts.
func ForOperators(route *mux.Route) *mux.Route { return route.Name(operatorsName) }

const (
	publicName    = "public"
	operatorsName = "operators"
)

// reserved are paths of the contract that would otherwise be taken for
// /extract/{requestId}, with their methods, whether or not this process serves
// them.
var reserved = map[string][]string{"/extract/sync": {http.MethodPost}}

// table is what is known of the router's routes before one is matched.
type table struct {
	routes  []route
	methods map[string][]string // paths without variables, with what reserved adds
}

type route struct {
	*mux.Route
	template string
	methods  []string
	public   bool

	forOperators bool
}

// newTable reads a router whose routes are all registered.
func newTable(router *mux.Router) (*table, error) {
	t := &table{methods: map[string][]string{}}
	for path, methods := range reserved {
		t.methods[path] = slices.Clone(methods)
	}
	err := router.Walk(func(r *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		template, err := r.GetPathTemplate()
		if err != nil {
			return err
		}
		methods, err := r.GetMethods()
		if err != nil {
			methods = []string{http.MethodGet} // of a page: a route that names no method reads only
			r.Methods(methods...)
		}
		if slices.Contains(methods, http.MethodGet) {
			methods = append(methods[:len(methods):len(methods)], http.MethodHead)
		}
		t.routes = append(t.routes, route{r, template, methods, r.GetName() == publicName, r.GetName() == operatorsName})
		if !strings.Contains(template, "{") && t.methods[template] == nil {
			t.methods[template] = []string{}
		}
		return nil
	})
	return t, err
}

// match is what a request's path and method say.
type match struct {
	template string // of the path, "other" where it is unknown
	known    bool
	public   bool
	allowed  []string     // methods of the path; empty where the request's is one
	handler  http.Handler // nil where no route takes the request
	vars     map[string]string

	forOperators bool
}

// find matches a request. A path without variables wins over one with, whatever
// the order of registration, so that GET /extract/sync is no identifier.
func (t *table) find(r *http.Request) match {
	asked := r.Method
	if asked == http.MethodHead { // is answered as GET is, and the server leaves the body out
		get := *r
		get.Method = http.MethodGet
		r = &get
	}
	path := r.URL.EscapedPath()
	methods, literal := t.methods[path]
	m := match{template: "other"}
	if literal {
		m = match{template: path, known: true}
	}
	for _, rt := range t.routes {
		if literal && rt.template != path {
			continue
		}
		var rm mux.RouteMatch
		matched := rt.Match(r, &rm)
		if !matched && !errors.Is(rm.MatchErr, mux.ErrMethodMismatch) {
			continue
		}
		if !m.known {
			m.template, m.known = rt.template, true
		}
		m.public = m.public || rt.public
		m.forOperators = m.forOperators || rt.forOperators
		methods = append(methods[:len(methods):len(methods)], rt.methods...)
		if matched && m.handler == nil {
			m.handler, m.vars = rm.Handler, rm.Vars
		}
	}
	if m.known && !slices.Contains(methods, asked) {
		m.allowed = sorted(methods)
	}
	return m
}

func sorted(methods []string) []string {
	s := slices.Clone(methods)
	slices.SortFunc(s, cmp.Compare[string])
	return slices.Compact(s)
}
