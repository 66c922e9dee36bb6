package conformance

import (
	"net"
	"net/netip"
	"strings"
	"sync"

	"golang.org/x/net/dns/dnsmessage"
)

// names is the DNS server that the service asks for the names in URLs. Every
// other name does not exist.
type names struct {
	net.PacketConn
	mu    sync.Mutex
	asked map[string]int
}

// Names with several addresses. 127.0.0.1 is allowed by this run's setting.
var hosts = map[string][]string{
	"um.exemplo.test":     {"127.0.0.1"},
	"varios.exemplo.test": {"10.0.0.1", "fd00::1", "127.0.0.1", "127.0.0.2"},
	"dentro.exemplo.test": {"10.0.0.1", "169.254.169.254", "127.0.0.2", "fd00::1", "::ffff:192.168.0.1"},
}

// A name that begins with turncoat is 127.0.0.1 when it is asked for first, and
// a private address ever after.
const turncoat = "muda-"

func startNames() (*names, error) {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	n := &names{PacketConn: conn, asked: map[string]int{}}
	go n.serve() // ends with the connection
	return n, nil
}

func (n *names) serve() {
	buffer := make([]byte, 1<<10)
	for {
		size, from, err := n.ReadFrom(buffer)
		if err != nil {
			return
		}
		var message dnsmessage.Message
		if message.Unpack(buffer[:size]) != nil || len(message.Questions) != 1 {
			continue
		}
		n.answer(&message)
		if packed, err := message.Pack(); err == nil {
			_, _ = n.WriteTo(packed, from) // who does not get it asks again
		}
	}
}

func (n *names) answer(m *dnsmessage.Message) {
	question := m.Questions[0]
	name := strings.ToLower(strings.TrimSuffix(question.Name.String(), "."))
	addresses, known := hosts[name]
	if strings.HasPrefix(name, turncoat) {
		addresses, known = []string{"127.0.0.1"}, true
		if n.count(name, question.Type) > 1 {
			addresses = []string{"127.0.0.2"}
		}
	}
	m.Response, m.RecursionAvailable = true, true
	m.Answers, m.Authorities, m.Additionals = nil, nil, nil
	if !known {
		m.RCode = dnsmessage.RCodeNameError
		return
	}
	for _, text := range addresses {
		header := dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: question.Class}
		switch addr := netip.MustParseAddr(text); {
		case addr.Is4() && question.Type == dnsmessage.TypeA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: addr.As4()}})
		case addr.Is6() && question.Type == dnsmessage.TypeAAAA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()}})
		}
	}
}

// count says how often a name was asked for, this time included.
func (n *names) count(name string, kind dnsmessage.Type) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked[name+kind.String()]++
	return n.asked[name+kind.String()]
}
