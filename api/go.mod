module lavra.dev/api

go 1.26

require (
	lavra.dev/platform v0.0.0
	lavra.dev/schemas v0.0.0
)

replace lavra.dev/schemas => ../schemas

replace lavra.dev/platform => ../platform
