import csv
import sys

print("static const struct { int grams; int cents; } RATES[] = {")
with open(sys.argv[1], newline="") as file:
    for grams, cents in csv.reader(file):
        print(f"    {{{grams}, {cents}}},")
print("};")
