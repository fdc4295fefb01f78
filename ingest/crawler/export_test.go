package crawler

// Extract is for tests.
var Extract = extract
