import type { Locale } from '@/i18n/locales'
import { paths } from '@/paths'

/** Data that the server renders into a page (`src/server/document.ts`). */
export interface Start {
  locale: Locale
  /** Answers of the API that the page was drawn with, by their SWR keys. */
  known: Readonly<Record<string, unknown>>
  /** Whether the settings may be others for this browser: in development its country can be chosen. */
  changes: boolean
}

/** The facts of a page that the server has drawn; null for one that is empty until its script draws it. */
export function readStart(): Start | null {
  const text = document.getElementById('start')?.textContent
  return text ? (JSON.parse(text) as Start) : null
}

/** Whether the first drawing here is the server's. Another language is drawn anew, and so is a sign-up that was begun. */
export async function canTakeOver(start: Start, locale: string, path: string): Promise<boolean> {
  if (start.locale !== locale) return false
  if (path !== paths.signup) return true
  const { hasBegun, keptAnswers } = await import('@/features/signup/model/answers')
  const { gender = null, seeks = [], name = '', email = '', ...rest } = keptAnswers()
  return !hasBegun({
    gender,
    seeks,
    name,
    email,
    unsaid: rest.unsaid ?? false,
    signup_message: rest.signup_message ?? '',
  })
}
