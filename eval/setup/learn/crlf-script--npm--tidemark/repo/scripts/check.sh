#!/bin/sh
set -e
node tests/marks.js
echo checked
