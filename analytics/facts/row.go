package facts

// Row is a row of a query by column name.
type Row = map[string]any

// Text returns a text column; "" for null and other types.
func Text(row Row, name string) string { text, _ := row[name].(string); return text }

// Texts returns a column with a list of texts; nil for null and other types.
func Texts(row Row, name string) []string { texts, _ := row[name].([]string); return texts }

// Number returns a numeric column or a flag as 0 or 1; 0 for null and other types.
func Number(row Row, name string) float64 {
	if flag, ok := row[name].(bool); ok && flag {
		return 1
	}
	number, _ := Float(row[name])
	return number
}

// Numbers returns a column with a list of numbers; nil for null and other types.
func Numbers(row Row, name string) []float64 { numbers, _ := row[name].([]float64); return numbers }
