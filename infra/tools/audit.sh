#!/bin/sh
# Scans files for secrets and dependencies for known vulnerabilities. Findings fail it; an unreachable
# vulnerability database only prints a warning, so that the check works offline.
set -u
failed=0

go tool -modfile=infra/tools/go.mod gitleaks dir . --no-banner --log-level=warn --redact --verbose || failed=1

# The root package loads quickly: it checks whether the database is reachable.
if said=$(go tool -modfile=infra/tools/go.mod govulncheck . 2>&1); then
	go tool -modfile=infra/tools/go.mod govulncheck ./... || failed=1
elif [ $? = 3 ]; then
	echo "$said"
	failed=1
else
	echo 'audit: the database of holes in Go libraries was not reached, so nobody was asked.'
fi

said=$(npm audit --omit=dev --audit-level=high 2>&1)
case $? in
0) ;;
*) case $said in
	*'audit endpoint returned an error'* | *ENOTFOUND* | *ECONNREFUSED* | *ETIMEDOUT* | *EAI_AGAIN* | *ENOAUDIT*)
		echo 'audit: the database of holes in npm libraries was not reached, so nobody was asked.' ;;
	*)
		echo "$said"
		failed=1 ;;
	esac ;;
esac
exit $failed
