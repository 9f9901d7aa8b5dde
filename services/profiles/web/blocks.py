from flask import Blueprint
from shared.kit.http import Nothing, caller, endpoint

from profiles.usecases.privacy.block_member import block_member, unmatch_member
from profiles.usecases.privacy.list_blocked import list_blocked
from profiles.usecases.privacy.suspect_blocked import answer_suspicion, list_suspected
from profiles.usecases.privacy.unblock_member import unblock_member
from profiles.web.card_models import card_out
from profiles.web.context import wiring
from profiles.web.privacy_models import Block, BlockAnswer, BlockedAnswer, SomeoneElse, SuspectedOut, Unblock, Unmatch

blocks = Blueprint("blocks", __name__, url_prefix="/api")


@blocks.get("/block.php")
@endpoint()
def get_blocks() -> BlockedAnswer:
    """List the members blocked by the caller, and accounts that may be new ones of theirs."""
    dependencies, member_id = wiring(), caller().member_id
    cards = list_blocked(dependencies.reads(), member_id)
    suspected = list_suspected(dependencies.reads(), member_id)
    return BlockedAnswer(
        profiles=[card_out(card, member_id, dependencies.links) for card in cards],
        suspected=[
            SuspectedOut(profile=card_out(card, member_id, dependencies.links), blocked_name=name)
            for card, name in suspected
        ],
    )


@blocks.put("/block.php")
@endpoint()
def put_someone_else(body: SomeoneElse) -> Nothing:
    """Say that an account offered as perhaps a blocked member's is someone else's."""
    answer_suspicion(wiring().unit_of_work(), caller().member_id, body.profile_id)
    return Nothing()


@blocks.post("/block.php")
@endpoint(status=201)
def post_block(body: Block) -> BlockAnswer:
    """Block a member: neither sees the other any more."""
    dependencies = wiring()
    block_member(dependencies.unit_of_work(), dependencies.pause, caller().member_id, body.profile_id, body.id)
    # The other does not find them any more either, in a search that a replica would answer.
    dependencies.replica_reads.note_change(body.profile_id)
    return BlockAnswer(profile_id=body.profile_id)


@blocks.post("/unmatch.php")
@endpoint(status=201)
def post_unmatch(body: Unmatch) -> BlockAnswer:
    """Block a member and end likes, match and conversation of the two, for both."""
    dependencies, member_id = wiring(), caller().member_id
    unmatch_member(dependencies.unit_of_work(), dependencies.pause, member_id, body.profile_id, body.reason, body.id)
    dependencies.replica_reads.note_change(body.profile_id)
    return BlockAnswer(profile_id=body.profile_id)


@blocks.delete("/block.php")
@endpoint()
def delete_block(body: Unblock) -> Nothing:
    """Take a block back."""
    unblock_member(wiring().unit_of_work(), caller().member_id, body.profile_id)
    return Nothing()
