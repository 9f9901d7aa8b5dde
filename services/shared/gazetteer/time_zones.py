"""Time zones of members, from their country and region: daily limits reset at the member's own midnight."""

ZONES = {
    "NL": "Europe/Amsterdam",
    "BE": "Europe/Brussels",
    "DE": "Europe/Berlin",
    "AT": "Europe/Vienna",
    "CH": "Europe/Zurich",
    "FR": "Europe/Paris",
    "IT": "Europe/Rome",
    "ES": "Europe/Madrid",
    "PL": "Europe/Warsaw",
    "GB": "Europe/London",
    "IE": "Europe/Dublin",
    "DK": "Europe/Copenhagen",
    "SE": "Europe/Stockholm",
    "NO": "Europe/Oslo",
    "FI": "Europe/Helsinki",
    # Countries with several zones: the one of most inhabitants. REGION_ZONES is more exact.
    "US": "America/New_York",
    "CA": "America/Toronto",
    "AU": "Australia/Sydney",
    "NZ": "Pacific/Auckland",
}
_CENTRAL = """alabama arkansas illinois iowa kansas louisiana minnesota mississippi missouri nebraska north-dakota
    oklahoma south-dakota tennessee texas wisconsin"""
_MOUNTAIN = "colorado idaho montana new-mexico utah wyoming"
_PACIFIC = "california nevada oregon washington"
_ATLANTIC = "new-brunswick nova-scotia prince-edward-island"
REGION_ZONES = {
    **{f"us-{state}": "America/Chicago" for state in _CENTRAL.split()},
    **{f"us-{state}": "America/Denver" for state in _MOUNTAIN.split()},
    **{f"us-{state}": "America/Los_Angeles" for state in _PACIFIC.split()},
    **{f"ca-{province}": "America/Halifax" for province in _ATLANTIC.split()},
    "us-arizona": "America/Phoenix",
    "us-alaska": "America/Anchorage",
    "us-hawaii": "Pacific/Honolulu",
    "ca-newfoundland-and-labrador": "America/St_Johns",
    "ca-manitoba": "America/Winnipeg",
    "ca-saskatchewan": "America/Regina",
    "ca-alberta": "America/Edmonton",
    "ca-northwest-territories": "America/Edmonton",
    "ca-british-columbia": "America/Vancouver",
    "ca-yukon": "America/Whitehorse",
    "au-queensland": "Australia/Brisbane",
    "au-northern-territory": "Australia/Darwin",
    "au-south-australia": "Australia/Adelaide",
    "au-western-australia": "Australia/Perth",
    "au-tasmania": "Australia/Hobart",
}
DEFAULT_ZONE = "Etc/UTC"


def time_zone_of(country: str, region: str | None) -> str:
    """The most likely time zone (IANA name) of a member: by region if it has one of its own, else by country."""
    return REGION_ZONES.get(region or "") or ZONES.get(country, DEFAULT_ZONE)
