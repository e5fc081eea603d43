#!/bin/sh
# Counts the votes of a file, one a line.
sort "$1" | uniq -c | awk '{ print $2, $1 }'
