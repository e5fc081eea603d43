from setuptools import setup

setup(name="night-bus", version="0.2", py_modules=["nightbus"], install_requires=["humanize"])
