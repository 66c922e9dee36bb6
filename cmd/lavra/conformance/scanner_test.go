package conformance

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
)

// virus is what the scanner of this run takes for one.
const virus = "VIRUS-DA-CONFORMIDADE"

// startScanner is a daemon that speaks the protocol of clamd (INSTREAM).
func startScanner() (net.Listener, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	go func() { // ends with the listener
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go scan(conn)
		}
	}()
	return listener, nil
}

func scan(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	if command, err := in.ReadString(0); err != nil || command != "zINSTREAM\x00" {
		return
	}
	var file bytes.Buffer
	for {
		var size uint32
		if binary.Read(in, binary.BigEndian, &size) != nil {
			return
		}
		if size == 0 {
			break
		}
		if _, err := io.CopyN(&file, in, int64(size)); err != nil {
			return
		}
	}
	reply := "stream: OK\x00"
	if bytes.Contains(file.Bytes(), []byte(virus)) {
		reply = "stream: Conformidade FOUND\x00"
	}
	_, _ = io.WriteString(conn, reply)
}
