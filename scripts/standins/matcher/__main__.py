"""A provider that knows illegal pictures, by the protocol of docs/illegal-pictures.md."""

from standins import process
from standins.matcher.app import matcher_app


def main() -> None:
    process.refuse_production("standins.matcher")
    app = matcher_app(process.setting("PICTURE_MATCHER_API_KEY"), process.state_directory() / "known.json")
    process.serve(app, process.address_setting("PAIRWISE_LISTEN"), "matcher")


if __name__ == "__main__":
    main()
