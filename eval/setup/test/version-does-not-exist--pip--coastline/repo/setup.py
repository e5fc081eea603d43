from setuptools import setup

setup(name="coastline", version="0.0.9", packages=["coastline"])
