#ifndef FLATTEN_H
#define FLATTEN_H

/* Number of <message> elements below the root, -1 if the file is not XML. */
int count_messages(const char *path);

#endif
