#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <Python.h>
#include <numpy/arrayobject.h>

static PyObject *highest(PyObject *self, PyObject *argument)
{
    PyArrayObject *array = (PyArrayObject *)PyArray_FROM_OTF(argument, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY);
    double best = 0;

    if (array == NULL)
        return NULL;
    for (npy_intp at = 0; at < PyArray_SIZE(array); at++) {
        double value = ((double *)PyArray_DATA(array))[at];
        if (at == 0 || value > best)
            best = value;
    }
    Py_DECREF(array);
    return PyFloat_FromDouble(best);
}

static PyMethodDef methods[] = {{"highest", highest, METH_O, "Largest value."}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_ripple", NULL, -1, methods};

PyMODINIT_FUNC PyInit__ripple(void)
{
    import_array();
    return PyModule_Create(&module);
}
