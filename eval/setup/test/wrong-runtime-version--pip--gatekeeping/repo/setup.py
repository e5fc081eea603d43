import sys

from setuptools import find_packages, setup

setup(
    name="gatekeeping",
    version="2.4",
    packages=find_packages(exclude=["checks"]),
    python_requires=">=3.7, <3.10",
    install_requires=["sortedcontainers>=2.4", "pytest>=7,<9"],
)
