import { api } from '@/api/client'
import type { User } from '@/api/types'
import type { Arrival, Source } from '@/tracking/tracking'
import { isKept, type Answers } from '@/features/signup/model/answers'

/** The new member; null on a site with neutral disclosure: there the mailed link comes first. */
export async function signUp(
  answers: Answers,
  target: string | null,
  locale: string,
  tracking: Record<string, string> | null,
  arrival: Arrival | null,
  source: Source | null,
  invite: string | null,
  invitation: string | null,
): Promise<User | null> {
  const { user } = await api.post<{ user: User | null }>('signup.php', {
    id: answers.id,
    email: answers.email.trim(),
    ...(isKept(answers) && { email_kept: true }),
    name: answers.name.trim(),
    date_of_birth: answers.date_of_birth,
    gender: answers.gender,
    seeks: answers.agreesToMatching ? answers.seeks : [],
    password: answers.password,
    town_id: answers.town?.id ?? null,
    locale,
    terms_accepted: answers.terms,
    consents: [
      ...(answers.agreesToMatching ? ['matching'] : []),
      ...(answers.showsSexuality ? ['sexuality'] : []),
      ...(tracking ? ['attribution'] : []),
    ],
    ...(arrival && { arrival }),
    ...(source && { source }),
    ...(target && { profile_id: target, signup_message: answers.signup_message.trim() }),
    ...(tracking && { tracking }),
    ...(invite && { invite }),
    ...(invitation && { invitation }),
  })
  return user
}
