import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import httpx
from runner.throwaway import running_or_throwaway

from benches.lighthouse.packages import audit, install
from benches.lighthouse.pages import FIGURES, Page, pages
from benches.report import Row

MEMBERS, RUNS = 300, 5
LOWER_IS_BETTER = {"paint_ms": "ms", "blocking_ms": "ms", "script_bytes": "bytes", "all_bytes": "bytes"}
NAMES = {
    "paint_ms": "largest paint",
    "blocking_ms": "blocking time",
    "script_bytes": "script",
    "all_bytes": "everything but video",
}


def measure(runs: int = RUNS, only: str = "") -> list[Row]:
    """Medians of `runs` audits of each page whose path or kind contains `only`, targets beside."""
    environment, rows, indices, off = install(), list[Row](), list[float](), 0
    with running_or_throwaway(MEMBERS) as product:
        for page in pages(product):
            if only not in f"{page.kind} {page.path}":
                continue
            url = f"{product.base_url}{page.path}"
            _until_there(url, page.cookie)
            found = audit(url, runs=runs, cookie=page.cookie, skipped=list(page.skipped), environment=environment)
            indices += [each["benchmark_index"] for each in found]
            of_page = list(_rows(page, found))
            off += sum(_is_off(row) for row in of_page)
            _explain(page, found)
            rows += of_page
    if not rows:
        raise SystemExit(f"no page is called {only!r}")
    rows.append(Row("figures that miss their target", off, "figures", None))
    rows.append(Row("benchmark index of this machine, median", median(indices), ""))
    return rows


def _rows(page: Page, found: list[dict[str, Any]]) -> Iterator[Row]:
    for figure in [*FIGURES, *(each for each in page.targets if each not in FIGURES)]:
        values = [each["scores"].get(figure, each.get(figure)) for each in found]
        name, unit = NAMES.get(figure, figure), LOWER_IS_BETTER.get(figure, "points")
        yield Row(f"{page.path}, {name}", median(values), unit, page.targets.get(figure))


def _is_off(row: Row) -> bool:
    if row.beside is None:
        return False
    return row.value < row.beside if row.unit == "points" else row.value > row.beside


def _explain(page: Page, found: list[dict[str, Any]]) -> None:
    """Print the audits that cost points in any run."""
    print(f"{page.path} -> {found[0]['url']}", file=sys.stderr, flush=True)
    for category in found[0]["faults"]:
        faults = sorted({fault for each in found for fault in each["faults"][category]})
        if faults:
            print(f"  {category}: {'; '.join(faults)}", file=sys.stderr, flush=True)


def _until_there(url: str, cookie: str) -> None:
    """Wait for a page that was published just now; one that is missing would be audited as an error page."""
    with httpx.Client(headers={"Cookie": cookie} if cookie else {}, timeout=30) as client:
        for _ in range(100):
            answer = client.get(url)
            if answer.status_code == 200:
                return
            time.sleep(0.2)
    raise RuntimeError(f"{url}: {answer.status_code}")
