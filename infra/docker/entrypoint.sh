#!/bin/sh
# Platforms mount volumes that belong to root. This gives DATA_DIR to the user upslope, then runs the program as that user.
set -eu
user=upslope
export DATA_DIR="${DATA_DIR:-/var/lib/upslope}"
if [ "$(id -u)" = 0 ]; then
	mkdir -p "$DATA_DIR"
	[ "$(stat -c %U "$DATA_DIR")" = "$user" ] || chown -R "$user:" "$DATA_DIR"
	export HOME="$DATA_DIR"
	exec setpriv --reuid "$user" --regid "$(id -g "$user")" --init-groups upslope "$@"
fi
exec upslope "$@"
