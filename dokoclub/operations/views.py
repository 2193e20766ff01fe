"""What machines ask the site about itself, which is public and tells nothing about anybody; and its founder."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dokoclub.operations import access, words
from dokoclub.operations.health import check_health, count_unapplied
from dokoclub.operations.occurrences import LATELY, SLOW
from dokoclub.operations.requests import FounderRequest
from dokoclub.operations.status import read_status


@require_safe
@never_cache
@login_not_required
def show_health(request: HttpRequest) -> JsonResponse:
    """200 when all is well, perhaps with warnings, 503 when somebody should look. Two queries and a write at times."""
    found = check_health()
    return JsonResponse(found, status=200 if found["ok"] else 503)


@require_safe
@never_cache
@login_not_required
def show_readiness(request: HttpRequest) -> JsonResponse:
    """For a balancer: 200 when this process can serve, else 503. Two queries, nothing is written."""
    ready = count_unapplied() == 0
    return JsonResponse({"ready": ready}, status=200 if ready else 503)


@require_safe
@never_cache
def show_install(request: FounderRequest) -> HttpResponse:
    """How the install stands. Two queries, one for each number, and at times a write."""
    access.enter_install(request.user)
    status = read_status()
    context = {
        "status": status,
        "counts": [(words.COUNTS[name], number) for name, number in status.counts.items()],
        "jobs": [(words.JOBS[job.name], job) for job in status.jobs],
        "disks": [(words.DISKS[disk.name], disk) for disk in status.disks],
        "refused": [(words.REFUSED.get(reason, reason), times) for reason, times in status.refused.items()],
        "slow_seconds": SLOW // 1000,
        "days": LATELY.days,
    }
    return render(request, "operations/show_install.html", context)
