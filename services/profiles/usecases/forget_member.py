from uuid import UUID

from profiles.ports import ProfilesUnitOfWork


def forget_member(uow: ProfilesUnitOfWork, member_id: UUID) -> None:
    """Note that they are gone, so that nothing told late brings them back. Runs in the transaction that erases them."""
    uow.profiles.note_erased(member_id)


def give_up_files(uow: ProfilesUnitOfWork, member_id: UUID) -> None:
    """Let the files of their photos be cleared away. Runs in the transaction that erases them, before it does."""
    uow.photos.loosen_all(member_id)
