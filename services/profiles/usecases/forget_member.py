from uuid import UUID

from profiles.ports import ProfilesUnitOfWork


def forget_member(uow: ProfilesUnitOfWork, member_id: UUID) -> None:
    """Nothing about them is kept but that they are gone, so that nothing told late brings them back.

    Runs in the caller's transaction.
    """
    uow.profiles.erase(member_id)
