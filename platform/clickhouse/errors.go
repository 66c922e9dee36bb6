package clickhouse

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ClickHouse/clickhouse-go/v2"
)

// refusals are the exceptions that say that the values themselves cannot be
// stored, by the server's error codes. Every other one (memory, too many parts,
// read-only, a table that is not there yet) may pass, so it is waited out:
// waiting is seen in the lag, a row dropped in error is seen by nobody.
var refusals = []int32{
	6,   // CANNOT_PARSE_TEXT
	26,  // CANNOT_PARSE_QUOTED_STRING
	27,  // CANNOT_PARSE_INPUT_ASSERTION_FAILED
	38,  // CANNOT_PARSE_DATE
	41,  // CANNOT_PARSE_DATETIME
	53,  // TYPE_MISMATCH
	69,  // ARGUMENT_OUT_OF_BOUND
	70,  // CANNOT_CONVERT_TYPE
	72,  // CANNOT_PARSE_NUMBER
	117, // INCORRECT_DATA
	131, // TOO_LARGE_STRING_SIZE
	321, // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
	349, // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
	395, // FUNCTION_THROW_IF_VALUE_IS_NON_ZERO
	469, // VIOLATED_CONSTRAINT
}

// Refused reports whether the server will never take these values.
func Refused(err error) bool {
	var e *clickhouse.Exception
	return errors.As(err, &e) && slices.Contains(refusals, e.Code)
}

// Answered reports whether the error is the server's own word, not its absence.
func Answered(err error) bool {
	var e *clickhouse.Exception
	return errors.As(err, &e)
}

// NoRoom reports whether the server's disk is full.
func NoRoom(err error) bool {
	var e *clickhouse.Exception
	return errors.As(err, &e) && e.Code == 243
}

// Describe names an error without the values that the server's message quotes.
func Describe(err error) string {
	var e *clickhouse.Exception
	if errors.As(err, &e) {
		return fmt.Sprintf("clickhouse exception %d (%s)", e.Code, e.Name)
	}
	return err.Error()
}
