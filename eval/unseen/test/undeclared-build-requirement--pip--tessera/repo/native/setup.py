from Cython.Build import cythonize
from setuptools import setup

setup(name="tessera", version="1.0", ext_modules=cythonize("tessera.pyx"))
