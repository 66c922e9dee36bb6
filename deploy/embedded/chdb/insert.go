package chdb

import "errors"

// Insert takes the rows of one INSERT as bytes of an input format. Nothing of
// a block below a million rows is visible before Commit.
type Insert struct {
	library *Library
	insert  handle
}

// Insert starts an "INSERT INTO table (columns)", without FORMAT.
func (c *Connection) Insert(sql, format string, parameters Parameters) (*Insert, error) {
	insert := c.run(c.library.streamInsert, sql, format, parameters)
	i := &Insert{library: c.library, insert: insert}
	if err := i.failure(); err != nil {
		i.Close()
		return nil, err
	}
	return i, nil
}

// Write copies the bytes, and waits while the engine is behind.
func (i *Insert) Write(data []byte) (int, error) {
	if len(data) == 0 {
		return 0, nil
	}
	if i.library.insertAppend(i.insert, &data[0], uintptr(len(data))) != 0 {
		err := i.failure()
		if err == nil {
			err = errors.New("the engine refused the data without a reason")
		}
		return 0, err
	}
	return len(data), nil
}

// Commit ends the input and waits until the rows are stored.
func (i *Insert) Commit() (Statistics, error) {
	result := i.library.insertDone(i.insert)
	defer i.library.destroyResult(result)
	if err := i.library.errorOf(result); err != nil {
		return Statistics{}, err
	}
	return i.library.statisticsOf(result), nil
}

// Cancel drops what was written; Close must follow.
func (i *Insert) Cancel() { i.library.insertCancel(i.insert) }

// Close gives the insert back to the library.
func (i *Insert) Close() { i.library.destroyInsert(i.insert) }

func (i *Insert) failure() error {
	if text := goString(i.library.insertError(i.insert)); text != "" {
		return errors.New(text)
	}
	return nil
}
