import setuptools

setuptools.setup(setup_requires=["pbr>=6"], pbr=True)
