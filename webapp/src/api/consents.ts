import { mutate } from 'swr'
import { address, api } from './client'
import { keys } from './keys'
import type { OwnProfileAnswer } from './profile/use-own-profile'

export type ConsentKind = 'terms' | 'privacy' | 'matching' | 'sexuality' | 'religion' | 'marketing' | 'attribution'

export interface Consent {
  kind: ConsentKind
  given: boolean
  version: string | null
  current_version: string
  at: string | null
  withdrawable: boolean
  due: boolean
}

interface ConsentsAnswer {
  consents: Consent[]
}

const path = 'consents.php'
export const consentsKey = address(path)

export async function getConsents(): Promise<Consent[]> {
  const { consents } = await api.get<ConsentsAnswer>(path)
  return consents
}

/** Stores an answer and reads consents, account and own profile again. */
export async function giveConsent({ kind, current_version }: Consent, given: boolean): Promise<Consent[]> {
  const { consents } = await api.put<ConsentsAnswer>(path, { kind, version: current_version, given })
  await mutate(consentsKey, consents, { revalidate: false })
  if (kind === 'matching') {
    // Profiles receives it by an event, a moment later: the cached profile is emptied here.
    if (!given) await mutate<OwnProfileAnswer>(keys.ownProfile, withoutSeeks, { revalidate: false })
    await mutate(keys.user)
  }
  if (kind === 'religion' && !given)
    await mutate<OwnProfileAnswer>(keys.ownProfile, withoutReligion, { revalidate: false })
  return consents
}

function withoutSeeks(answer?: OwnProfileAnswer): OwnProfileAnswer | undefined {
  return answer && { ...answer, profile: { ...answer.profile, seeks: [], sexuality: null } }
}

function withoutReligion(answer?: OwnProfileAnswer): OwnProfileAnswer | undefined {
  return answer && { ...answer, profile: { ...answer.profile, religion: null } }
}

/** Answer one of the questions by its kind, in its wording of today. */
export async function answerConsent(kind: 'matching' | 'religion', given: boolean): Promise<void> {
  const asked = (await getConsents()).find((consent) => consent.kind === kind)
  if (asked) await giveConsent(asked, given)
}
