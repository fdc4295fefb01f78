package upslope

// What is larger than the house allows: a path and why, a line each. Lines only ever go.

// longFiles have more than 300 lines.
const longFiles = `
`

// longFunctions have more than 80 lines.
const longFunctions = `
cmd/upslope/bench_arrivals_test.go:arrivals tests of one thing, to be split by topic
analytics/outcomes/outcomes_test.go:TestEachKindOfEntityIsMeasuredOnItsOwnFigures tests of one thing, to be split by topic
analytics/outcomes/path_test.go:TestAFixIsMeasuredAndWhatItTellsIsUsed tests of one thing, to be split by topic
cmd/upslope/clerk_test.go:TestClerkUserFromSignUpToDeletion tests of one thing, to be split by topic
cmd/upslope/keys_test.go:TestKeysAreMadeAddedAndRotatedByCommands tests of one thing, to be split by topic
cmd/upslope/secrets_test.go:TestSecretsAreInNoLogMetricOrError tests of one thing, to be split by topic
cmd/upslope/sync_secrets_test.go:TestSecretsAreNeverShownAndLettersAreReplayed tests of one thing, to be split by topic
infra/postgres/account_test.go:TestDeletedAccountLeavesNothingAndQueuesErasure tests of one thing, to be split by topic
infra/postgres/conformance_test.go:conform tests of one thing, to be split by topic
ingest/imports/issues_test.go:TestIssuesSayTheFigureThatMatters tests of one thing, to be split by topic
`

// fullFolders have more than 25 files that are no tests.
const fullFolders = `
. the nouns: one file each
edge the contract: one file a noun
cmd/upslope the commands: one file a command, or a part's wiring
infra/migrations/postgres append-only: one file a change
infra/postgres the records: one file a noun
infra/postgres/queries the statements: one file a noun
web/src/api one resource a file
`

// longComments have more than two lines: the file, and the first word of the comment.
const longComments = `
analytics/insights/detector.go:detector the format of a detector's files
analytics/insights/fixes.go:fix the format of a table in detector.toml
analytics/insights/lifecycle.go:reconcile the table of states and what becomes of each
analytics/insights/rulepage.go:rule the format of a method in detector.toml
analytics/insights/wording.go:texts the functions of texts in detector.toml
analytics/tables/table.go:table the format of a table's files
`
