module lavra.dev/schemas

go 1.26

