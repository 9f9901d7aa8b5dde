import { createContext, useState } from 'react'
import type { Chat, Id, Translator } from '@/api/types'
import {
  isSame,
  keepTranslationChoices,
  translationChoices,
  type TranslationChoices,
} from '@/features/chat/api/translation-choices'

export interface Translating {
  translator: Translator
  /** Messages of this chat are translated as they come into view. */
  isAlways: boolean
  setAlways: (isAlways: boolean) => void
  isAsked: (id: Id) => boolean
  /** Translates a message, once the member has allowed the service. */
  ask: (id: Id) => void
  /** Set while the member is asked to allow the service. */
  allow: (() => void) | null
  dismiss: () => void
}

/** Null where messages are not translated. */
export const TranslatingContext = createContext<Translating | null>(null)

export function useTranslating(chat: Chat | undefined, memberId: Id): Translating | null {
  const [choices, setChoices] = useState(() => translationChoices(memberId))
  const [asked, setAsked] = useState<ReadonlySet<Id>>(new Set())
  const [then, setThen] = useState<((choices: TranslationChoices) => void) | null>(null)
  // Absent while the release before still answers.
  const translator = chat?.translator ?? null
  if (!chat || !translator) return null

  const allowed = choices && isSame(choices.translator, translator) ? choices : null
  const conversationId = chat.conversation?.id ?? ''
  const store = (next: TranslationChoices) => {
    setChoices(next)
    keepTranslationChoices(memberId, next)
  }
  const once = (act: (choices: TranslationChoices) => void) => (allowed ? act(allowed) : setThen(() => act))
  return {
    translator,
    isAlways: allowed?.always.includes(conversationId) ?? false,
    setAlways: (isAlways) =>
      once(({ always }) => {
        const others = always.filter((id) => id !== conversationId)
        store({ translator, always: isAlways ? [...others, conversationId] : others })
      }),
    isAsked: (id) => asked.has(id),
    ask: (id) => once(() => setAsked((before) => new Set(before).add(id))),
    allow:
      then &&
      (() => {
        const choices = { translator, always: [] }
        store(choices)
        then(choices)
        setThen(null)
      }),
    dismiss: () => setThen(null),
  }
}
