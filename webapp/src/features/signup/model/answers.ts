import { session, takeCookie } from '@/api/device/storage'
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

/** The answers of before a reload, and over them those of a landing page's form, which led here. */
export function keptAnswers(): Partial<Answers> {
  const given = takeCookie(storageKey)
  if (!given) return storedAnswers()
  const answers = { ...storedAnswers(), ...answersOf(given) }
  // Read again by a second rendering, when the cookie is gone.
  session.set(storageKey, JSON.stringify(answers))
  return answers
}

/** What the lander hands on (services/lander/domain/first_answers.py); the steps check it like what is typed. */
function answersOf(written: string): Partial<Answers> {
  const given = new URLSearchParams(written)
  const genders = (name: string) =>
    given.getAll(name).filter((each): each is Gender => each === 'female' || each === 'male')
  return {
    gender: genders('gender')[0] ?? null,
    seeks: genders('seeks'),
    unsaid: given.has('unsaid'),
    agreesToMatching: given.has('agrees'),
    showsSexuality: false,
    date_of_birth: given.get('date_of_birth') ?? '',
  }
}

function storedAnswers(): Partial<Answers> {
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
