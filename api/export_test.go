package api

// NewestQuery is what a look-up asks of runs under way.
const NewestQuery = newestQuery
