"""An OpenID provider: discovery, a page to log in, tokens, and the end of its own session."""

from standins import process
from standins.openid.app import openid_app


def main() -> None:
    process.refuse_production("standins.openid")
    app = openid_app(
        process.setting("OIDC_ISSUER").rstrip("/"),
        public_url=process.setting("PAIRWISE_PUBLIC_URL").rstrip("/"),
        secret=process.setting("OIDC_CLIENT_SECRET"),
    )
    process.serve(app, process.address_setting("PAIRWISE_LISTEN"), "openid")


if __name__ == "__main__":
    main()
