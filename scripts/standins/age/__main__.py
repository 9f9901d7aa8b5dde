"""A provider of age assurance: an API for sessions, a hosted page, and signed callbacks."""

from standins import process
from standins.age.app import age_app


def main() -> None:
    process.refuse_production("standins.age")
    app = age_app(
        process.state_directory() / "age.sqlite3",
        public_url=process.setting("PAIRWISE_PUBLIC_URL").rstrip("/"),
        keys=process.setting("AGE_PROVIDER_KEYS").split(),
    )
    process.serve(app, process.address_setting("PAIRWISE_LISTEN"), "age")


if __name__ == "__main__":
    main()
