module example.com/lavra

go 1.24
