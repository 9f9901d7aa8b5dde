import * as v from 'valibot'
import { seeksProblem, type SeeksProblem } from '@/people/seeks-field'
import type { Answers } from './answers'

/** The error of a field, as a translation key. */
export type Problem =
  | 'gender_required'
  | SeeksProblem
  | 'town_required'
  | 'name_required'
  | 'name_is_email'
  | 'name_starts_with_at'
  | 'name_is_contact'
  | 'name_reserved'
  | 'name_too_short'
  | 'name_is_insult'
  | 'date_of_birth_required'
  | 'date_of_birth_invalid'
  | 'email_invalid'
  | 'email_not_ascii'
  | 'email_mistyped'
  | 'email_disposable'
  | 'password_too_short'
  | 'password_too_long'
  | 'password_too_common'
  | 'message_too_long'
  | 'terms_required'

export type FieldName =
  'gender' | 'seeks' | 'name' | 'date_of_birth' | 'town' | 'email' | 'password' | 'signup_message' | 'terms'
export type Problems = Partial<Record<FieldName, Problem>>

export const steps: FieldName[][] = [
  ['gender', 'seeks'],
  ['name', 'date_of_birth'],
  ['town'],
  ['email', 'password'],
  // A reload keeps every answer but the password, so the last step asks for it again where it is missing.
  ['password', 'signup_message', 'terms'],
]

export function stepOf(field: string): number {
  const known: Record<string, string> = { town_id: 'town', terms_accepted: 'terms' }
  return steps.findIndex((fields) => fields.includes((known[field] ?? field) as FieldName))
}

const say = (problem: Problem) => problem

export function ageOn(date: string, today: Date): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const hadBirthday = today.getMonth() + 1 > month || (today.getMonth() + 1 === month && today.getDate() >= day)
  return today.getFullYear() - year - (hadBirthday ? 0 : 1)
}

function isRealDate(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) && time.getUTCFullYear() > 1900
}

/** Catch the plain cases while the name is typed; the server has the whole rule. The own address is recognised in the
 * address's step. */
function looksLikeContact(name: string): boolean {
  return /:\/\/|\bwww\.|\.(com|net|org)\b/i.test(name.replace(/^\S+@\S+$/, '')) || /(\d[\s().-]*){9}/.test(name)
}

/** Limits of the site; the server reads the same declaration. */
export interface Limits {
  min_age: number
  message_length: number
  signup_limits: {
    name_longest: number
    email_longest: number
    password_shortest: number
    password_longest: number
    oldest_years: number
  }
}

function schemas({ min_age, message_length, signup_limits: limits }: Limits, today: Date) {
  return {
    gender: v.picklist(['male', 'female'], say('gender_required')),
    seeks: v.array(v.picklist(['male', 'female'])),
    name: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, say('name_required')),
      v.maxLength(limits.name_longest, say('name_required')),
      v.check((name) => !/^[@＠﹫]/.test(name), say('name_starts_with_at')),
      v.check((name) => !looksLikeContact(name), say('name_is_contact')),
    ),
    date_of_birth: v.pipe(
      v.string(),
      v.minLength(1, say('date_of_birth_required')),
      v.check(isRealDate, say('date_of_birth_invalid')),
      v.check((date) => ageOn(date, today) <= limits.oldest_years, say('date_of_birth_invalid')),
      v.check((date) => ageOn(date, today) >= min_age, say('date_of_birth_required')),
    ),
    town: v.object({ id: v.number() }, say('town_required')),
    email: v.pipe(
      v.string(),
      v.trim(),
      // The server knows which letters an address may have, and says why not.
      v.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, say('email_invalid')),
      v.maxLength(limits.email_longest, say('email_invalid')),
    ),
    password: v.pipe(
      v.string(),
      v.minLength(limits.password_shortest, say('password_too_short')),
      v.maxLength(limits.password_longest, say('password_too_long')),
    ),
    signup_message: v.pipe(v.string(), v.trim(), v.maxLength(message_length, say('message_too_long'))),
    terms: v.literal(true, say('terms_required')),
  }
}

export function checkStep(step: number, answers: Answers, limits: Limits, today = new Date()): Problems {
  const rules = schemas(limits, today)
  const problems: Problems = {}
  for (const field of steps[step] ?? []) {
    const result = v.safeParse(rules[field], answers[field], { abortPipeEarly: true })
    if (!result.success) problems[field] = result.issues[0].message as Problem
  }
  if (steps[step]?.includes('seeks')) {
    const problem = seeksProblem(answers)
    if (problem) problems.seeks = problem
  }
  // The name is asked before the address it may not be, so only the address's step compares them: while an address
  // is typed it may well pass through the name.
  if (
    step === stepOf('email') &&
    !problems.email &&
    answers.name.trim().toLowerCase() === answers.email.trim().toLowerCase()
  ) {
    problems.email = 'name_is_email'
  }
  return problems
}

/** The furthest step one may stand on: the first that is not answered yet. The last step asks for a password, too. */
export function firstOpenStep(answers: Answers, limits: Limits, today = new Date()): number {
  const open = steps.findIndex((_, step) =>
    Object.keys(checkStep(step, answers, limits, today)).some((field) => field !== 'password'),
  )
  return open === -1 ? steps.length - 1 : open
}
