"""Counts the documents of a YAML stream."""

from ._scan import count_documents

__all__ = ["count_documents"]
