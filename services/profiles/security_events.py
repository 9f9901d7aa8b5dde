"""Security events of profiles; those of the desk are in `profiles.moderation`.

docs/security-events.md has the meaning of each action.
"""

from shared.kit.core import SecurityAction


class Action(SecurityAction):
    PICTURE_ADD = "picture.add"
    HASH_LIST_IMPORT = "hash_list.import"
    HASH_LIST_REMOVE = "hash_list.remove"
    EVIDENCE_EXPORT = "evidence.export"
