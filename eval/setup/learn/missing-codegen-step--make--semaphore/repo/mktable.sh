#!/bin/sh
echo "static const char *const SIGNALS[] = {"
while read -r letter left right; do
  echo "    [ '$letter' - 'a' ] = \"left $left, right $right\","
done < letters.txt
echo "};"
