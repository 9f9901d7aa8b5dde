import { keep, kept } from '@/api/device/member-storage'
import type { Id, Translator } from '@/api/types'

/**
 * What a member has allowed on this device, and forgotten with a logout: the service that may get messages, and the chats
 * that are translated without being asked. The server knows nothing of either.
 */
export interface TranslationChoices {
  translator: Translator
  always: readonly Id[]
}

const name = 'translation'

/** Another service, or the same one run by others or elsewhere, is to be allowed again. */
export const isSame = (one: Translator, other: Translator) =>
  one.service === other.service &&
  one.company === other.company &&
  one.country === other.country &&
  one.host === other.host

export const translationChoices = (memberId: Id) => kept<TranslationChoices>(memberId, name)

export const keepTranslationChoices = (memberId: Id, choices: TranslationChoices | null) =>
  keep(memberId, name, choices)
