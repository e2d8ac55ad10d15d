"""Builds in a temporary folder. A folder `build` here would keep modules that are removed later, and install them again.

pyproject.toml describes the package.
"""

from tempfile import TemporaryDirectory

from setuptools import setup

with TemporaryDirectory() as folder:
    setup(options={"build": {"build_base": folder}})
