package facts

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// ScanUints reads the integers and booleans of a row.
func ScanUints(values []any, into ...*uint64) error {
	for i, target := range into {
		switch value := values[i].(type) {
		case uint64:
			*target = value
		case uint8:
			*target = uint64(value)
		case bool:
			if value {
				*target = 1
			}
		default:
			return fmt.Errorf("column %d is a %T", i+1, value)
		}
	}
	return nil
}

// ScanFloats reads the numbers of a row.
func ScanFloats(values []any, into ...*float64) error {
	for i, target := range into {
		number, ok := Float(values[i])
		if !ok {
			return fmt.Errorf("column %d is a %T", i+1, values[i])
		}
		*target = number
	}
	return nil
}

// Float converts any numeric type of the driver.
func Float(value any) (float64, bool) {
	switch n := value.(type) {
	case float64:
		return n, true
	case float32:
		return float64(n), true
	case int:
		return float64(n), true
	case int8:
		return float64(n), true
	case int16:
		return float64(n), true
	case int32:
		return float64(n), true
	case int64:
		return float64(n), true
	case uint8:
		return float64(n), true
	case uint16:
		return float64(n), true
	case uint32:
		return float64(n), true
	case uint64:
		return float64(n), true
	}
	return 0, false
}

// JSONValue converts a ClickHouse value for JSON: days become texts, NaN and infinity become null.
func JSONValue(value any) any {
	switch value := value.(type) {
	case time.Time:
		if value.Unix() <= 0 {
			return nil
		}
		return value.Format(time.DateOnly)
	case float32:
		return JSONValue(float64(value))
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return nil
		}
		// The last digits depend on the order of summation.
		if rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'g', 12, 64), 64); err == nil {
			return rounded
		}
	}
	return value
}
