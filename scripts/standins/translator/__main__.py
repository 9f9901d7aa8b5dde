"""A translation service: the HTTP API of LibreTranslate, with translations that anybody can foretell."""

from standins import process
from standins.translator.app import translator_app


def main() -> None:
    process.refuse_production("standins.translator")
    app = translator_app(process.setting("TRANSLATOR_API_KEY"))
    process.serve(app, process.address_setting("PAIRWISE_LISTEN"), "translator")


if __name__ == "__main__":
    main()
