from Cython.Build import cythonize
from setuptools import find_packages, setup

setup(
    name="pulley",
    version="1.0",
    package_dir={"": "src"},
    packages=find_packages("src"),
    ext_modules=cythonize(["src/pulley/tackle.pyx"], language_level=3),
)
