from setuptools import find_packages, setup

setup(name="semlog", version="1", package_dir={"": "src"}, packages=find_packages("src"))
