#!/bin/sh
# add-certificates.sh BUNDLE: trusts every certificate of BUNDLE that the system does not trust yet, for every tool.
set -eu
bundle=$1
target=/usr/local/share/ca-certificates
mkdir -p "$target"
# Names by content: a second bundle must not write over the files of the first.
key=$(cksum < "$bundle" | cut -d" " -f1)
awk -v dir="$target" -v key="$key" '
  /-----BEGIN CERTIFICATE-----/ { body = ""; open = 1; next }
  /-----END CERTIFICATE-----/ {
    open = 0
    if (FILENAME == ARGV[1]) known[body] = 1
    else if (!(body in known)) {
      known[body] = 1; n++
      file = dir "/mneme-" key "-" n ".crt"
      print "-----BEGIN CERTIFICATE-----" > file
      for (i = 1; i <= length(body); i += 64) print substr(body, i, 64) > file
      print "-----END CERTIFICATE-----" > file
      close(file)
    }
    next
  }
  open { gsub(/[ \r]/, ""); body = body $0 }
' /etc/ssl/certs/ca-certificates.crt "$bundle"
update-ca-certificates >/dev/null
