from profiles.storage import ProfilesUnit


def forget_joined(uow: ProfilesUnit) -> None:
    """Take members whose first week is over out of the index of new members."""
    with uow:
        uow.search.forget_joined()
        uow.commit()
