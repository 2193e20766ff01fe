"""What machines ask the site about itself. Public, so it tells nothing about anybody."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dokoclub.operations.health import check_health, count_unapplied


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
