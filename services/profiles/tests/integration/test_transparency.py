"""The figures of the last published transparency report, for everybody."""

from shared.kit.testing.web import Browser

from profiles.tests.makers import Town

FIGURES = """{"reports": {"received": 1, "acted": 0, "dismissed": 0, "open": 1, "median_hours": null,
 "reasons": {"fraud": 1}}, "measures": {}, "found": {}, "suspended_reporters": 0,
 "appeals": {"received": 0, "granted": 0, "turned_down": 0, "open": 0, "median_hours": null}}"""


def publish(town: Town, year: int, site: str = "pairwise") -> None:
    town.run(
        "INSERT INTO transparency_reports VALUES (%(site)s, make_date(%(year)s, 1, 1), make_date(%(year)s, 12, 31),"
        " make_date(%(year)s + 1, 2, 1), CAST(%(figures)s AS jsonb))",
        site=site,
        year=year,
        figures=FIGURES,
    )


def test_everybody_reads_the_last_report_of_the_site(browser: Browser, town: Town) -> None:
    assert browser.as_visitor().get("/api/transparency.php").json == {"report": None}
    for year in (2026, 2025):
        publish(town, year)
    publish(town, 2027, site="iskra")

    report = browser.get("/api/transparency.php").json["report"]

    assert (report["first"], report["last"], report["published"]) == ("2026-01-01", "2026-12-31", "2027-02-01")
    assert report["reports"]["reasons"] == {"fraud": 1}
    assert browser.at("iskra.localhost").get("/api/transparency.php").json["report"]["first"] == "2027-01-01"
