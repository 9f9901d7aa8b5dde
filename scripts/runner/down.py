"""`scripts/down`: stop the instance of this PAIRWISE_HOME."""

from runner.home import Home
from runner.stop import stop


def main() -> None:
    home = Home.from_environment()
    print("Pairwise is stopped." if stop(home) else f"No instance is running in {home.path}.")


if __name__ == "__main__":
    main()
