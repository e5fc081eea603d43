from ._fast import bound
