from setuptools import setup

setup(name="guestbook", version="4.2", packages=["guestbook"], install_requires=["markdown"])
