"""Views for monitoring (public, without personal data), for the founder, and of the legal texts."""

import re
from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.legal import texts
from dokoclub.legal.texts import write_drafts
from dokoclub.operations import access
from dokoclub.operations import texts as texts_operations
from dokoclub.operations.access import FounderRequest
from dokoclub.operations.forms import TextsForm
from dokoclub.operations.logs import LATELY, SLOW
from dokoclub.operations.status import check_health, count_unapplied, read_status

VARIABLE: Final = re.compile(r"<[^<>]*>")  # the variable parts of a route


@require_safe
@never_cache
@login_not_required
def show_health(request: HttpRequest) -> JsonResponse:
    """Show the health: 200 if all is well, maybe with warnings, else 503. Two queries and a write at times."""
    found = check_health()
    return JsonResponse(found, status=200 if found["ok"] else 503)


@require_safe
@never_cache
@login_not_required
def show_readiness(request: HttpRequest) -> JsonResponse:
    """Show the readiness for a balancer: 200 if this process can serve, else 503. Two queries, no write."""
    ready = count_unapplied() == 0
    return JsonResponse({"ready": ready}, status=200 if ready else 503)


@require_safe
@never_cache
def show_install(request: FounderRequest) -> HttpResponse:
    """Show the state of the install. Two queries, one per count, and at times a write."""
    access.enter_install(request.user)
    status = read_status()
    jobs = [(texts_operations.JOBS[job.name], job) for job in status.jobs]
    context = {
        "status": status,
        "counts": [(texts_operations.COUNTS[name], number) for name, number in status.counts.items()],
        "jobs": [(name, job) for name, job in jobs if not job.is_new],
        "waiting": [str(name) for name, job in jobs if job.is_new],
        "slow": [(VARIABLE.sub("…", page.route), page) for page in status.slow],
        "disks": [(texts_operations.DISKS[disk.name], disk) for disk in status.disks],
        "refused": [(texts_operations.REFUSED.get(reason, reason), times) for reason, times in status.refused.items()],
        "texts": [texts.KINDS[kind] for kind in texts.list_kinds()],
        "slow_seconds": SLOW // 1000,
        "days": LATELY.days,
    }
    return render(request, "operations/show_install.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit_texts(request: FounderRequest) -> HttpResponse:
    access.enter_install(request.user)
    drafted = "draft" in request.GET
    written = texts.read_texts()
    form = TextsForm(
        request.POST if request.method == "POST" else None, texts=write_drafts() | written if drafted else written
    )
    if form.is_valid():
        try:
            texts.save_texts(form.texts())
        except OSError:
            form.could_not_be_saved()
        else:
            messages.success(request, _("Saved."))
            return redirect("operations:edit_texts")
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "operations/edit_texts.html", {"form": form, "drafted": drafted}, status=status)


@require_safe
@login_not_required
def show_imprint(request: HttpRequest) -> HttpResponse:
    return _show_text(request, "imprint")


@require_safe
@login_not_required
def show_privacy(request: HttpRequest) -> HttpResponse:
    return _show_text(request, "privacy")


def _show_text(request: HttpRequest, kind: str) -> HttpResponse:
    found = texts.find_text(kind)
    if found is None:
        raise Http404
    language, text = found
    context = {"title": texts.KINDS[kind], "text_language": language, "blocks": texts.split_blocks(text)}
    return render(request, "operations/show_text.html", context)
