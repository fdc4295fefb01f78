#!/bin/sh
# Scans files for secrets and dependencies for known vulnerabilities. Findings fail it; an unreachable
# vulnerability database only prints a warning, so that the check works offline. AUDIT=strict fails then too.
set -u
failed=0

unreached() {
	echo "audit: the vulnerability database of $1 libraries is not reachable from here, so they were NOT checked."
	test "${AUDIT:-}" != strict || failed=1
}

# unreachable says whether a message is about the way to a database, rather than about what it answered.
unreachable() {
	case $1 in
	*'no such host'* | *'connection refused'* | *'i/o timeout'* | *'network is unreachable'* | *'TLS handshake'* | *'deadline exceeded'* | \
		*'fetching vulnerabilities'* | *'unexpected EOF'* | *'audit endpoint returned an error'* | *ENOTFOUND* | *ECONNREFUSED* | \
		*ECONNRESET* | *ETIMEDOUT* | *EAI_AGAIN* | *ENETUNREACH* | *ENOAUDIT*) return 0 ;;
	esac
	return 1
}

go tool -modfile=infra/tools/go.mod gitleaks dir . --no-banner --log-level=warn --redact --verbose || failed=1

# The root package loads quickly: it shows whether the database is reachable.
said=$(go tool -modfile=infra/tools/go.mod govulncheck . 2>&1)
case $? in
0) go tool -modfile=infra/tools/go.mod govulncheck ./... || failed=1 ;;
*)
	if unreachable "$said"; then
		unreached Go
	else
		echo "$said"
		failed=1
	fi ;;
esac

# What ships: the web app and Companion, with everything that comes with them.
if ! said=$(npm audit --omit=dev --audit-level=moderate 2>&1); then
	if unreachable "$said"; then
		unreached npm
	else
		echo "$said"
		failed=1
	fi
fi
exit $failed
