import type { CaseFile } from '@/api/types'
import type { Verdict } from '@/features/staff/api/queue'
import { rejections, type Rejection } from './rejections'

/** Sentences of reasons, which each reader gets in their own language, and the rule that each says was broken. */
export const templates = {
  money: 'fraud',
  scam_links: 'fraud',
  threats: 'violence',
  insults: 'harassment',
  unwanted_contact: 'harassment',
  hate: 'hate',
  nudity_unasked: 'nudity',
  false_identity: 'fake',
  under_age: 'minor',
  advertising: 'advertising',
  contact_details: 'advertising',
} as const
export type Template = keyof typeof templates

/** Answers to appeals, with the measure that each explains. */
const answers = {
  appeal_nothing_new: 'dismiss',
  appeal_kept: 'dismiss',
  appeal_mistake: 'lift',
  appeal_new_facts: 'lift',
} as const

/** The template of reasons for the member of a rejected photo, if the rejection is a measure against them, too. */
const templateOfPhoto: Partial<Record<Rejection, Template>> = {
  nudity: 'nudity_unasked',
  not_a_person: 'false_identity',
  someone_else: 'false_identity',
  minor: 'under_age',
  contact_details: 'contact_details',
  advertising: 'advertising',
}

export type Choice = 'approve' | 'reject' | 'warn' | 'ban'

/** The keys of the four choices. */
export const keyOf: Record<Choice, string> = { approve: 'A', reject: 'R', warn: 'W', ban: 'B' }

export const choiceOfKey: Record<string, Choice> = { a: 'approve', r: 'reject', w: 'warn', b: 'ban' }

export type Ground = NonNullable<Verdict['ground']>

type Step = { verdict: Verdict } | { measure: Verdict['measure'] }
export type Found = Pick<CaseFile, 'complaint' | 'photo' | 'reports'>

/** The possible verdicts: none against a deleted member, and an appeal is granted or dismissed. */
export function choicesFor({ complaint }: Found): readonly Choice[] {
  if (complaint && (!complaint.about_id || complaint.about_state === 'erased')) return ['approve']
  if (complaint?.kind === 'appeal' || complaint?.kind === 'verification') return ['approve', 'reject']
  return ['approve', 'reject', 'warn', 'ban']
}

/** The effect of a choice: a verdict at once, or a measure that needs a reason. */
export function stepOf({ complaint }: Found, choice: Choice): Step {
  if (complaint?.kind === 'verification') {
    return choice === 'approve' ? { verdict: { measure: 'verify' } } : { measure: 'refuse_verification' }
  }
  if (!complaint) {
    if (choice === 'approve') return { verdict: { measure: 'approve' } }
    return { measure: choice === 'ban' ? 'suspend' : choice }
  }
  const isAppeal = complaint.kind === 'appeal'
  if (choice === 'approve' && !isAppeal) return { verdict: dismissal(complaint.reason) }
  if (isAppeal) return { measure: choice === 'approve' ? 'lift' : 'dismiss' }
  return { measure: choice === 'reject' ? 'hide' : choice === 'ban' ? 'suspend' : 'warn' }
}

/** The choices about a case of the quality sample: a photo is approved or rejected, without a measure. */
export const opinionsFor = (found: Found) =>
  choicesFor(found)
    .filter((choice) => found.complaint || choice === 'approve' || choice === 'reject')
    .map((choice) => ({ choice, measure: measureOf(found, choice) }))

export function measureOf(found: Found, choice: Choice): Verdict['measure'] {
  const step = stepOf(found, choice)
  return 'verdict' in step ? step.verdict.measure : step.measure
}

const dismissal = (reason: string): Verdict => ({ measure: 'dismiss', reason: asReason(reason), ground: 'terms' })

/** Closes a report that was made to harm. */
export const misuse = (reason: string): Verdict => ({ ...dismissal(reason), measure: 'dismiss_abuse' })

/** What else a case may hold, such as a picture on two accounts, was found by rules. */
const reportKinds: ReadonlySet<string> = new Set(['profile', 'chat', 'other'])

const madeByMembers = (reports: Found['reports']) => {
  const made = reports.filter(({ kind }) => reportKinds.has(kind))
  return made.length > 0 && made.every(({ reporter_id: reporter }) => reporter)
}

/** Whether all reports are of members, who may have made them to harm. A visitor cannot be told. */
export const canBeMisuse = ({ complaint, reports }: Found) =>
  Boolean(complaint?.about_id && complaint.about_state !== 'erased') &&
  madeByMembers(reports) &&
  complaint?.kind !== 'appeal' &&
  complaint?.kind !== 'verification'

/** The reasons of the desk; a case of a rule may have another one. */
const asReason = (reason: string) =>
  reason === 'other' || Object.values<string>(templates).includes(reason) ? reason : 'other'

/** Why a verification is refused. */
const refusals = ['not_same_person', 'wrong_pose', 'picture_of_picture', 'not_visible', 'under_age'] as const

export interface ReasonOption {
  key: string
  of: 'photo' | 'template' | 'own' | 'verification'
}

/** The reasons to choose from, those that fit first: the key of its number chooses one. */
export function reasonsFor({ complaint }: Found, measure: Verdict['measure']): readonly ReasonOption[] {
  if (!complaint) {
    const some = measure === 'reject' ? rejections : rejections.filter((reason) => templateOfPhoto[reason])
    return some.map((key) => ({ key, of: 'photo' }))
  }
  if (complaint.kind === 'verification') return refusals.map((key) => ({ key, of: 'verification' }))
  if (complaint.kind === 'appeal') {
    const fitting = Object.entries(answers).filter(([, explained]) => explained === measure)
    return [...fitting.map(([key]) => ({ key, of: 'template' as const })), { key: 'own', of: 'own' }]
  }
  const all = Object.keys(templates) as Template[]
  const fits = (key: Template) => templates[key] === complaint.reason
  return [...all.filter(fits), ...all.filter((key) => !fits(key)), 'own'].map((key) => ({
    key,
    of: key === 'own' ? 'own' : 'template',
  }))
}

export function verdictOf(
  found: Found,
  measure: Verdict['measure'],
  { key, of }: ReasonOption,
  { facts, days, ground }: { facts: string; days: number; ground: Ground },
): Verdict {
  const more = {
    ...(facts.trim() && { facts: facts.trim() }),
    ...(days > 0 && (measure === 'suspend' || measure === 'hide') && { days }),
  }
  if (of === 'verification') return { measure, verification_reason: key, ...more }
  if (of === 'photo') {
    const template = templateOfPhoto[key as Rejection]
    if (measure === 'reject') return { measure, photo_reason: key }
    return { measure, photo_reason: key, ground, ...(template && { template }), ...more }
  }
  if (of === 'own') return { measure, reason: asReason(found.complaint?.reason ?? 'other'), ground, ...more }
  const reason = key in answers ? 'other' : templates[key as Template]
  return { measure, reason, ground, template: key, ...more }
}
