import { mutate } from 'swr'
import { isApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { answerConsent } from '@/api/consents'
import { keys } from '@/api/keys'
import type { ChangedProfileAnswer, ProfileChanges, User } from '@/api/types'
import { setUser } from '@/api/use-user'
import type { OwnProfileAnswer } from '@/api/profile/use-own-profile'

export type ContactDetails = ChangedProfileAnswer['contact_details']

/** Saves the changes. Returns the contact details found in a text that changed. */
export async function changeProfile(changes: ProfileChanges): Promise<ContactDetails> {
  const { profile, contact_details } = await api.put<ChangedProfileAnswer>('profile.php', changes)
  await mutate(keys.ownProfile, { profile }, { revalidate: false })
  return contact_details ?? []
}

/**
 * Correct the name, which is identity's, and gender and date of birth, which are the profile's. Profiles receives the
 * name by an event, so the cached one gets it here.
 */
export async function correctPerson(name: string | null, changes: ProfileChanges): Promise<void> {
  const renamed = name === null ? null : (await api.put<{ user: User }>('user.php', { name })).user
  if (renamed) await setUser(renamed)
  const { profile } = await api.put<OwnProfileAnswer>('profile.php', changes)
  const answer = { profile: { ...profile, name: renamed?.name ?? profile.name } }
  await mutate(keys.ownProfile, answer, { revalidate: false })
}

const tries = 5
const pauseSeconds = 1

/**
 * Give the consent to use `seeks`, and save it. Identity stores the consent and announces it to profiles, so a save
 * right after it may come too early: it is tried again for a few seconds.
 */
export async function changeSeeks(changes: ProfileChanges, consents: boolean): Promise<void> {
  if (consents) await answerConsent('matching', true)
  await changeWithConsent(changes, consents, 'matching_consent_needed')
}

/** Give the consent to store a religion, and save it, as `changeSeeks` does. */
export async function changeReligion(changes: ProfileChanges, consents: boolean): Promise<void> {
  if (consents) await answerConsent('religion', true)
  await changeWithConsent(changes, consents, 'religion_consent_needed')
}

async function changeWithConsent(changes: ProfileChanges, consents: boolean, refusal: string): Promise<void> {
  for (let left = consents ? tries : 1; ; left -= 1) {
    try {
      await changeProfile(changes)
      return
    } catch (error) {
      if (left <= 1 || !isApiError(error, refusal)) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseSeconds * 1000))
    }
  }
}
