package config

import (
	"errors"
	"net"
	"strconv"
)

// CheckAddress reports whether a text is host:port, as listeners and brokers have it.
func CheckAddress(text string) error {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return errors.New("want host:port, such as 127.0.0.1:8080")
	}
	return nil
}
