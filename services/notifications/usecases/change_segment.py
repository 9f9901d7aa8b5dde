"""Changes of saved segments at the marketing desk, each announced for the desk's audit trail."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from shared.kit.core import Conflict, NotFound

from notifications.domain.campaign import Marketer
from notifications.domain.segment import MOST_SEGMENTS, Segment, SegmentConditions
from notifications.errors import SegmentChangedMeanwhile, SegmentLimit
from notifications.events.published import desk_changed
from notifications.storage import NotificationsUnit

Values = Mapping[str, Any]


def make_segment(
    uow: NotificationsUnit, marketer: Marketer, segment_id: UUID, name: str, conditions: SegmentConditions
) -> None:
    """Save a segment. The same one again changes nothing.

    Raises SegmentLimit, SegmentChangedMeanwhile for other words under the same id, and Conflict for an id of another
    brand.
    """
    with uow:
        if (earlier := uow.segments.find(marketer.site, segment_id)) is not None:
            if (earlier.name, earlier.conditions) != (name, conditions):
                raise SegmentChangedMeanwhile()
            return
        if uow.segments.count(marketer.site) >= MOST_SEGMENTS:
            raise SegmentLimit()
        if uow.segments.add(segment_id, marketer.site, name, conditions):
            _announce(uow, marketer, segment_id, "segment_make", name, None, _described(name, conditions))
        elif uow.segments.find(marketer.site, segment_id) is None:
            raise Conflict()
        uow.commit()


def edit_segment(
    uow: NotificationsUnit,
    marketer: Marketer,
    segment_id: UUID,
    version: int,
    name: str,
    conditions: SegmentConditions,
) -> None:
    """Replace a segment. Campaigns that are scheduled or sent keep the conditions they were scheduled with.

    Raises NotFound, and for an older version SegmentChangedMeanwhile.
    """
    with uow:
        segment = _locked(uow, marketer, segment_id)
        if segment.version != version:
            raise SegmentChangedMeanwhile()
        if (segment.name, segment.conditions) == (name, conditions):
            return
        uow.segments.change(segment_id, name, conditions)
        before, after = _described(segment.name, segment.conditions), _described(name, conditions)
        _announce(uow, marketer, segment_id, "segment_edit", name, before, after)
        uow.commit()


def delete_segment(uow: NotificationsUnit, marketer: Marketer, segment_id: UUID) -> None:
    """Delete a segment. A draft with it has to be given another one before it is sent. Raises NotFound."""
    with uow:
        segment = _locked(uow, marketer, segment_id)
        uow.segments.remove(segment_id)
        before = _described(segment.name, segment.conditions)
        _announce(uow, marketer, segment_id, "segment_delete", segment.name, before, None)
        uow.commit()


def _locked(uow: NotificationsUnit, marketer: Marketer, segment_id: UUID) -> Segment:
    segment = uow.segments.lock(marketer.site, segment_id)
    if segment is None:
        raise NotFound()
    return segment


def _described(name: str, conditions: SegmentConditions) -> Values:
    return {"name": name, **conditions.model_dump(exclude_defaults=True)}


def _announce(
    uow: NotificationsUnit,
    marketer: Marketer,
    segment_id: UUID,
    change: str,
    name: str,
    before: Values | None,
    after: Values | None,
) -> None:
    uow.announce(desk_changed(marketer, segment_id, change, name, before, after, uow.now()))
