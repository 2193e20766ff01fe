"""Import the ten real sheets through the pages, and compare."""
import re, time
from pathlib import Path
from uuid import uuid4
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from dokoclub.evenings.models import *
from dokoclub.exports.models import *
from dokoclub.exports.selectors.imports import *
from tests.evenings import cast as people
from tests.evenings.pages import phone, seen

from zeal import zeal_ignore
@zeal_ignore()
def test_it(db):
    cast = people.cast()
    client = phone(cast, "Anna")
    files = [SimpleUploadedFile(f.name, f.read_bytes()) for f in sorted(Path('/work/shared/data/real-sheets').glob('*.csv'))]
    url = f"/clubs/{cast.club.pk}/imports/"
    r = client.post(url + "new/", {"upload": files, "key": str(uuid4())})
    assert r.status_code == 302, seen(r)
    draft = r.headers["Location"]
    page = client.get(draft)
    print(seen(page))
    typed = {"first_day": "2019-03-01", "rhythm": "weekly", "club_evening": "on"}
    for n in range(4): typed[f"who_{n}"] = "member"
    r = client.post(draft, {**typed, "action": "import"}, follow=True)
    print(seen(r))
    assert Import.objects.get().state == "done"
    total = {}
    for e in Evening.objects.order_by("date"):
        sheet = e.sheets.get()
        t = people.totals(sheet)
        title = e.imported_from.title
        text = Path(f'/work/shared/data/real-sheets/{title}.csv').read_text().split()
        want = dict(zip(text[0].split(",")[:4], map(int, text[-1].split(",")[:4])))
        print(e.date, title, t, sheet.games, want == t)
        assert want == t
        for k, v in t.items(): total[k] = total.get(k, 0) + v
    print("all:", total)
    from django.core.management import call_command
    call_command("check_ledger")
    r = client.post(draft + "undo/", follow=True)
    print(seen(r), Evening.objects.count(), cast.club.players.count())
