#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <yaml.h>

static PyObject *count_documents(PyObject *self, PyObject *args)
{
    const char *text;
    Py_ssize_t length;
    yaml_parser_t parser;
    yaml_event_t event;
    long documents = 0;
    int done = 0;

    if (!PyArg_ParseTuple(args, "s#", &text, &length))
        return NULL;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, (size_t)length);
    while (!done) {
        if (!yaml_parser_parse(&parser, &event)) {
            yaml_parser_delete(&parser);
            PyErr_SetString(PyExc_ValueError, "not a YAML stream");
            return NULL;
        }
        if (event.type == YAML_DOCUMENT_START_EVENT)
            documents++;
        done = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return PyLong_FromLong(documents);
}

static PyMethodDef methods[] = {
    {"count_documents", count_documents, METH_VARARGS, "Number of documents in a YAML stream."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_scan", NULL, -1, methods};

PyMODINIT_FUNC PyInit__scan(void)
{
    return PyModule_Create(&module);
}
