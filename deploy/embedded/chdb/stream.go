package chdb

// Stream is a result that is handed out in chunks while it is made. Every chunk
// is a document of its own, so only formats without header and footer make
// sense.
type Stream struct {
	conn   *Connection
	result handle
}

// Stream starts a SELECT or WITH; the library streams no other statement.
func (c *Connection) Stream(sql, format string, parameters Parameters) (*Stream, error) {
	result := c.run(c.library.streamQuery, sql, format, parameters)
	if err := c.library.errorOf(result); err != nil {
		c.library.destroyResult(result)
		return nil, err
	}
	return &Stream{conn: c, result: result}, nil
}

// Next calls use with the next chunk, which is gone when use returns. At the
// end it does not call use and reports more as false.
func (s *Stream) Next(use func([]byte) error) (more bool, statistics Statistics, err error) {
	l := s.conn.library
	chunk := l.streamFetch(*s.conn.conn, s.result)
	defer l.destroyResult(chunk)
	if err := l.errorOf(chunk); err != nil {
		return false, Statistics{}, err
	}
	data := l.bytesOf(chunk)
	if len(data) == 0 {
		return false, l.statisticsOf(chunk), nil
	}
	return true, l.statisticsOf(chunk), use(data)
}

// Cancel stops the statement; Close must follow.
func (s *Stream) Cancel() { s.conn.library.streamCancel(*s.conn.conn, s.result) }

// Close gives the result back to the library.
func (s *Stream) Close() { s.conn.library.destroyResult(s.result) }
