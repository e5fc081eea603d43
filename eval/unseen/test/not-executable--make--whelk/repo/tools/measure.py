#!/usr/bin/env python3
import sys

with open(sys.argv[1]) as shell:
    assert shell.read().split() == ["three", "two", "one"]
