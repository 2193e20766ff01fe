"""Phones that store pages for use without a network, and the content of their caches."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import PATIENCE, NewContext, SignIn
from tests.cast import Cast

KEPT = """async (path) => {
  const pages = (await caches.has("pages")) ? await caches.open("pages") : null;
  return Boolean(await pages?.match(path, { ignoreVary: true }));
}"""
CACHED = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    found[name] = (await (await caches.open(name)).keys()).map(({ url }) => url);
  }
  return found;
}"""

Keeping = Callable[..., BrowserContext]


def keeping(new_context: NewContext, sign_in: SignIn, cast: Cast, name: str = "") -> BrowserContext:
    """Return a phone with a working service worker, signed in with an account or with none."""
    context = new_context(service_workers="allow")
    if name:
        sign_in(context, cast.accounts[name])
    return context


def open_kept(page: Page, address: str) -> None:
    """Return the page as soon as it would open without a network as well."""
    page.goto(address)
    wait_kept(page, address)


def wait_kept(page: Page, address: str) -> None:
    wait_until(page, KEPT, address)


def is_kept(page: Page, address: str) -> bool:
    return bool(page.evaluate(KEPT, address))


def cached(page: Page) -> dict[str, list[str]]:
    """Return the paths stored in each cache."""
    found: dict[str, list[str]] = page.evaluate(CACHED)
    return {name: sorted(urlsplit(url).path for url in urls) for name, urls in found.items()}


def wait_gone(page: Page, address: str) -> None:
    wait_until(page, f"async (path) => !(await ({KEPT})(path))", address)


def wait_until(page: Page, question: str, arg: object = None) -> None:
    """Wait until a function that answers later answers yes; Playwright's own waiting takes its promise for a yes."""
    page.evaluate(
        f"""async ([arg, patience]) => {{
          const end = performance.now() + patience;
          while (!(await ({question})(arg))) {{
            if (performance.now() > end) throw new Error(`Never: ${{arg}}`);
            await new Promise((done) => requestAnimationFrame(done));
          }}
        }}""",
        [arg, PATIENCE],
    )
