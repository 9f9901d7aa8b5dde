from uuid import UUID

from profiles.ports import ProfilesUnitOfWork


def forget_member(uow: ProfilesUnitOfWork, member_id: UUID) -> None:
    """Note that they are gone, so that nothing told late brings them back. Runs in the transaction that erases them."""
    uow.profiles.note_erased(member_id)
