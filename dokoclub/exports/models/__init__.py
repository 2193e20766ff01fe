"""Imports of old sheets: what was handed in, what was read from it, what became of it."""

from dokoclub.exports.models.imports import Import, ImportedSheet, ImportFile, State

__all__ = ["Import", "ImportFile", "ImportedSheet", "State"]
