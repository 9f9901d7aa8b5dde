"""What members answer to the prompts of their site."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from shared.kit.core import has_visible_text, new_id

from profiles.domain.fields import Text
from profiles.errors import invalid_field

ANSWERS_MOST = 3
ANSWER = Text(longest=300)


@dataclass(frozen=True, slots=True)
class PromptAnswer:
    """An answer with the id of its prompt. Its own id changes with its text, so that a like is of these words alone."""

    id: UUID
    prompt: str
    text: str

    @property
    def row(self) -> dict[str, str]:
        return {"id": str(self.id), "prompt": self.prompt, "text": self.text}


def answers_of(rows: Iterable[dict[str, Any]]) -> tuple[PromptAnswer, ...]:
    """The answers as they are stored."""
    return tuple(PromptAnswer(UUID(row["id"]), row["prompt"], row["text"]) for row in rows)


def checked_answer(words: str) -> str | None:
    """The normalised text of an answer; None for one that shows nothing. Raises TextTooLong."""
    text = ANSWER.checked("prompts", words)
    return text if text and has_visible_text(text) else None


def changed_answers(
    before: Sequence[PromptAnswer], sent: Sequence[tuple[str, str]], offered: Collection[str]
) -> tuple[PromptAnswer, ...]:
    """The answers that these pairs of prompt and text replace `before` with; an unchanged one keeps its id.

    A prompt that is not offered now can be kept, not added. Raises Invalid and TextTooLong.
    """
    prompts = [prompt for prompt, _ in sent]
    if len(sent) > ANSWERS_MOST or len(set(prompts)) != len(prompts):
        raise invalid_field("prompts")
    if not set(prompts) <= {*offered, *(answer.prompt for answer in before)}:
        raise invalid_field("prompts")
    ids = {(answer.prompt, answer.text): answer.id for answer in before}
    answers = []
    for prompt, words in sent:
        text = checked_answer(words)
        if text is None:
            raise invalid_field("prompts")
        answers.append(PromptAnswer(ids.get((prompt, text)) or new_id(), prompt, text))
    return tuple(answers)
