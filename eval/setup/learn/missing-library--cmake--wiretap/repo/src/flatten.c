#include "flatten.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

int count_messages(const char *path)
{
    xmlDocPtr doc = xmlReadFile(path, NULL, XML_PARSE_NONET);
    int count = 0;

    if (doc == NULL)
        return -1;
    for (xmlNodePtr node = xmlDocGetRootElement(doc)->children; node != NULL; node = node->next)
        if (node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, "message") == 0)
            count++;
    xmlFreeDoc(doc);
    return count;
}
