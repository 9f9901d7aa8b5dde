import { session } from '@/api/device/storage'
import type { Gender, Town } from '@/api/types'

/** The answers so far. A reload keeps all but the password. */
export interface Answers {
  id: string
  gender: Gender | null
  seeks: Gender[]
  /** The member withholds the genders they seek. */
  unsaid: boolean
  /** A consent of its own: whether `seeks` may be stored and used. Without it nothing of it is sent. */
  agreesToMatching: boolean
  /** A consent of its own: whether the orientation that follows from the two may be shown. */
  showsSexuality: boolean
  name: string
  date_of_birth: string
  country: string
  town: Town | null
  email: string
  /** The address that was kept although it looks mistyped. */
  keptEmail: string
  password: string
  signup_message: string
  terms: boolean
}

/** Whether the address stays as it is, although it looks mistyped. */
export const isKept = ({ email, keptEmail }: Answers): boolean => email !== '' && email === keptEmail

const storageKey = 'signup-answers'

export function emptyAnswers(id: string, country: string): Answers {
  return {
    id,
    gender: null,
    seeks: [],
    unsaid: false,
    agreesToMatching: false,
    showsSexuality: false,
    name: '',
    date_of_birth: '',
    country,
    town: null,
    email: '',
    keptEmail: '',
    password: '',
    signup_message: '',
    terms: false,
  }
}

export function keepAnswers(answers: Answers): void {
  session.set(storageKey, JSON.stringify({ ...answers, password: '' }))
}

export function keptAnswers(): Partial<Answers> {
  try {
    return JSON.parse(session.get(storageKey) ?? '{}') as Partial<Answers>
  } catch {
    return {}
  }
}

export function forgetAnswers(): void {
  session.remove(storageKey)
}

type Begun = Pick<Answers, 'gender' | 'seeks' | 'unsaid' | 'name' | 'email' | 'signup_message'>

/** Whether anything would be lost. */
export function hasBegun({ gender, seeks, unsaid, name, email, signup_message }: Begun): boolean {
  return (
    gender !== null || unsaid || seeks.length > 0 || [name, email, signup_message].some((text) => text.trim() !== '')
  )
}
