"""Views for monitoring (public, without personal data), for the founder, and of the legal texts, with their forms."""

import re
from http import HTTPStatus
from typing import Any, Final, Protocol

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub import legal
from dokoclub.legal import KINDS, LONGEST, OPEN, Key, list_keys, write_drafts
from dokoclub.operations.logs import LATELY, SLOW
from dokoclub.operations.status import COUNTS, DISKS, JOBS, REFUSED, check_health, count_unapplied, read_status


class TextsForm(forms.Form):
    """Edit the legal texts: a field for each text and language."""

    def __init__(self, data: Any = None, *, texts: dict[Key, str]) -> None:
        super().__init__(data, initial={_name(key): text for key, text in texts.items()})
        languages = dict(settings.LANGUAGES)
        for key in list_keys():
            kind, language = key
            self.fields[_name(key)] = forms.CharField(
                label=f"{KINDS[kind]} ({languages[language]})",
                required=False,
                max_length=LONGEST,
                widget=forms.Textarea(attrs={"rows": 12, "lang": language}),
            )

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        for name in [name for name, text in found.items() if OPEN in text]:
            self.add_error(name, _("Fill in the [[brackets]] first."))
        return found

    def texts(self) -> dict[Key, str]:
        return {key: self.cleaned_data[_name(key)].replace("\r\n", "\n") for key in list_keys()}

    def could_not_be_saved(self) -> None:
        self.add_error(None, _("Not saved: the disk is full or unavailable. Try again later."))


def _name(key: Key) -> str:
    return "_".join(key)


class Founder(Protocol):
    is_founder: bool


def enter_install(account: Founder) -> None:
    """Raise PermissionDenied for everybody but the founder."""
    if not account.is_founder:
        raise PermissionDenied


class FounderRequest(HttpRequest):
    user: Founder  # type: ignore[assignment]  # accounts are not imported from here


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
    enter_install(request.user)
    status = read_status()
    jobs = [(JOBS[job.name], job) for job in status.jobs]
    context = {
        "status": status,
        "counts": [(COUNTS[name], number) for name, number in status.counts.items()],
        "jobs": [(name, job) for name, job in jobs if not job.is_new],
        "waiting": [str(name) for name, job in jobs if job.is_new],
        "slow": [(VARIABLE.sub("…", page.route), page) for page in status.slow],
        "disks": [(DISKS[disk.name], disk) for disk in status.disks],
        "refused": [(REFUSED.get(reason, reason), times) for reason, times in status.refused.items()],
        "texts": [legal.KINDS[kind] for kind in legal.list_kinds()],
        "slow_seconds": SLOW // 1000,
        "days": LATELY.days,
    }
    return render(request, "operations/show_install.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit_texts(request: FounderRequest) -> HttpResponse:
    enter_install(request.user)
    drafted = "draft" in request.GET
    written = legal.read_texts()
    form = TextsForm(
        request.POST if request.method == "POST" else None, texts=write_drafts() | written if drafted else written
    )
    if form.is_valid():
        try:
            legal.save_texts(form.texts())
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
    found = legal.find_text(kind)
    if found is None:
        raise Http404
    language, text = found
    context = {"title": legal.KINDS[kind], "text_language": language, "blocks": legal.split_blocks(text)}
    return render(request, "operations/show_text.html", context)
