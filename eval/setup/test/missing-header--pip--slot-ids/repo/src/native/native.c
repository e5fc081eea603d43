#include <Python.h>
#include <uuid/uuid.h>

static PyObject *time_uuid(PyObject *self, PyObject *unused)
{
    uuid_t id;
    char text[37];

    uuid_generate_time(id);
    uuid_unparse_lower(id, text);
    return PyUnicode_FromString(text);
}

static PyMethodDef methods[] = {
    {"time_uuid", time_uuid, METH_NOARGS, "A time-based UUID."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "native", NULL, -1, methods};

PyMODINIT_FUNC PyInit_native(void)
{
    return PyModule_Create(&definition);
}
