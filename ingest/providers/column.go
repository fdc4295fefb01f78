package providers

// ColumnOf makes a column with the value of each row.
func ColumnOf[Row, Value any](name string, rows []Row, of func(*Row) Value) Column {
	values := make([]Value, len(rows))
	for i := range rows {
		values[i] = of(&rows[i])
	}
	return Column{Name: name, Values: values}
}
