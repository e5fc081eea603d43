#!/bin/sh
set -e
[ "$(echo '1+2*3' | ./calc)" = 7 ]
[ "$(echo '(1+2)*3' | ./calc)" = 9 ]
echo ok
