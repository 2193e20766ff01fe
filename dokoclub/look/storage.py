"""Static files for earnest: compressed, and named by their content, also where one script imports another."""

from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """`import … from "./value.js";` gets the name with the hash too, so that no phone mixes old scripts with new ones.

    Django can do it for all scripts or none, and those of others import what is not there: here only for our own.
    """

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _imports))
