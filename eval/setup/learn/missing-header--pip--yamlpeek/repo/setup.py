from setuptools import Extension, setup

setup(
    name="yamlpeek",
    version="0.3.1",
    packages=["yamlpeek"],
    ext_modules=[Extension("yamlpeek._scan", sources=["yamlpeek/_scan.c"], libraries=["yaml"])],
)
