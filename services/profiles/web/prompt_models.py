"""Prompts and their answers, as they are read and changed over HTTP."""

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from pydantic import Field
from shared.kit.http import Input, Output
from shared.sites import Site

from profiles.domain.prompt_answers import ANSWER, ANSWERS_MOST, PromptAnswer


class AnswerPrompt(Input):
    prompt: str = Field(max_length=40)
    text: str = Field(max_length=20 * ANSWER.longest)


class PromptAnswerOut(Output):
    id: UUID = Field(description="Of these words: another text has another id")
    prompt: str
    question: str | None = Field(description="Null in the own profile where the site has no such prompt")
    text: str


class PromptOut(Output):
    id: str
    question: str


class Questions:
    """The prompts of a site in a language."""

    def __init__(self, site: Site, language: str) -> None:
        self._prompts = {prompt.id: prompt for prompt in site.prompts}
        self._language, self._fallback = language, site.domain_language

    def offered_on(self, day: date) -> list[PromptOut]:
        offered = [name for name, prompt in self._prompts.items() if prompt.is_offered_on(day)]
        return [PromptOut(id=name, question=self._words(name)) for name in offered]

    def answers(self, answers: Sequence[PromptAnswer], day: date, *, is_own: bool) -> list[PromptAnswerOut]:
        """All answers for their member; for others those to prompts that the site offers that day."""
        shown = {name for name, prompt in self._prompts.items() if is_own or prompt.is_offered_on(day)}
        return [
            PromptAnswerOut(
                id=answer.id,
                prompt=answer.prompt,
                question=self._words(answer.prompt) if answer.prompt in shown else None,
                text=answer.text,
            )
            for answer in answers
            if is_own or answer.prompt in shown
        ]

    def question(self, name: str) -> str:
        """The question of a prompt; empty where the site has no such prompt any more."""
        return self._words(name) if name in self._prompts else ""

    def _words(self, name: str) -> str:
        return self._prompts[name].words_in(self._language, self._fallback)


class PromptsAnswer(Output):
    prompts: list[PromptOut]
    most: int = Field(description="How many of them a profile may answer")
    longest: int = Field(description="Characters of an answer")

    @staticmethod
    def of(questions: Questions, day: date) -> "PromptsAnswer":
        return PromptsAnswer(prompts=questions.offered_on(day), most=ANSWERS_MOST, longest=ANSWER.longest)
