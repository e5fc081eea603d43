import numpy
from setuptools import Extension, setup

setup(
    name="ripple",
    version="0.2.0",
    py_modules=["ripple"],
    ext_modules=[Extension("_ripple", ["_ripple.c"], include_dirs=[numpy.get_include()])],
    install_requires=["numpy"],
)
