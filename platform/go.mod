module lavra.dev/platform

go 1.26

require lavra.dev/schemas v0.0.0

replace lavra.dev/schemas => ../schemas
