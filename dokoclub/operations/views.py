"""What machines ask the site about itself."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dokoclub.operations.health import check_health


@require_safe
@never_cache
@login_not_required
def show_health(request: HttpRequest) -> JsonResponse:
    """200 when all is well, 503 when somebody should look; public, so it tells nothing about anybody."""
    found = check_health()
    return JsonResponse(found, status=200 if found["ok"] else 503)
