import os

from standins import process
from standins.payments.app import payments_app


def main() -> None:
    process.refuse_production("standins.payments")
    app = payments_app(
        process.state_directory() / "payments.sqlite3",
        public_url=process.setting("PAIRWISE_PUBLIC_URL").rstrip("/"),
        # Without a key of its own, any test key is let in.
        api_key=os.environ.get("PAYMENTS_API_KEY", ""),
        merchant=os.environ.get("PAYMENTS_MERCHANT", "Pairwise"),
        stripe_webhook=os.environ.get("STRIPE_WEBHOOK_URL"),
        stripe_keys=os.environ.get("STRIPE_WEBHOOK_KEYS", "").split(),
    )
    process.serve(app, process.address_setting("PAIRWISE_LISTEN"), "payments")


if __name__ == "__main__":
    main()
