from setuptools import Extension, setup

setup(
    name="squeezer",
    version="1.0",
    packages=["squeezer"],
    ext_modules=[Extension("squeezer._fast", ["native/fast.c"], libraries=["snappy"])],
)
