#!/bin/sh
# add-apt-index.sh: which Debian package holds which program, header, pkg-config file or library, so that a run can
# look it up without asking anybody. Two columns: path, package.
set -eu
target=/usr/lib/mneme/apt-files.gz
mirror=$(sed -n 's/^URIs: //p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
. /etc/os-release
: | gzip > "$target"
[ -n "$mirror" ] || exit 0
for part in Contents-amd64.gz Contents-all.gz; do
  curl -fsSL --max-time 300 "$mirror/dists/$VERSION_CODENAME/main/$part" || exit 0
done | gzip -dc |
  grep -E '^(usr/)?(s?bin/[^/ ]+|include/[^ ]+\.h(pp|xx)?|(lib|share)(/[^/ ]+)?/pkgconfig/[^ ]+\.pc|lib/x86_64-linux-gnu/lib[^/ ]+\.so(\.[0-9]+)?)  *[a-z]' |
  sed -E 's#^(usr/)?([^ ]+) +([^ ,]*/)?([^ ,/]+)(,.*)?$#\2 \4#' | grep -vE ' (lib.*-cross|.*-cross|gcc-snapshot|mingw.*)$' |
  sort -u | gzip -9 > "$target"
