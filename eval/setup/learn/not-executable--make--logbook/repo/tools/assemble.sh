#!/bin/sh
set -e
mkdir -p "$(dirname "$2")"
{ echo "#!/bin/sh"; echo "VERSION=1.4"; cat "$1"; } > "$2"
