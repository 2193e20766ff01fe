"""One at a time works on an import."""

from __future__ import annotations

from dokoclub.exports.models import Import


def lock_import(made: Import) -> Import:
    """The import as it is now, with its club, held until the transaction ends: who else works on it, waits."""
    return Import.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=made.pk)
