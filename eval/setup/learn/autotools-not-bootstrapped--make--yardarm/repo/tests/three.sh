#!/bin/sh
test "$(./yardarm a b c)" = "a | b | c"
