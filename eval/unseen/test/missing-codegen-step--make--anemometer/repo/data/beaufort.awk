BEGIN { FS = "\t"; print "static const struct { int from; const char *name; } BEAUFORT[] = {" }
{ printf "  {%d, \"%s\"},\n", $1, $2 }
END { print "};" }
