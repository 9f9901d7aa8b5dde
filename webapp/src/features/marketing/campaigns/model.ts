import type { CampaignOfDesk, CampaignText } from '@/api/types'
import type { CampaignPlan } from '@/features/marketing/api/campaigns'

export type Block = CampaignText['blocks'][number]
export type Language = NonNullable<CampaignOfDesk['document']['fallback']>

/** Pages of the product that a button may open; the server refuses others. */
export const pages = [
  '/',
  '/chats',
  '/credits',
  '/likes',
  '/match-finder',
  '/members',
  '/premium',
  '/profile',
  '/swipe-game',
] as const
export const audiences = ['all', 'without_purchase', 'lapsed'] as const
/** Percents of the members that get no mail; the server takes 5 to 50. */
export const holdouts = [5, 10, 20, 50] as const
export const kinds = ['promotions', 'news'] as const
export const longest = { subject: 78, preheader: 110, button: 30, heading: 80, text: 600, list: 960 } as const

export const emptyText: CampaignText = {
  subject: '',
  preheader: '',
  blocks: [{ kind: 'text', text: '' }],
  button: '',
  others: [],
}

/** Subjects are named by letters; the server takes as many. */
export const letters = ['A', 'B', 'C', 'D'] as const
export const letterOf = (subject: number | null) => letters[subject ?? 0] ?? ''

export type Document = CampaignPlan['document']
export type Series = NonNullable<CampaignPlan['series']>
export const starts = ['audience', 'sign_up'] as const
export const stops = ['purchase', 'return', 'left'] as const
/** The server takes as many messages, and no later day. */
export const mostMessages = 7
export const lastDay = 30

export const emptySeries: Series = { starts: 'audience', stops: ['purchase'], day: 0, later: [] }

export const emptyPlan: CampaignPlan = {
  name: '',
  kind: 'promotions',
  audience: 'all',
  segment_id: null,
  holdout: 10,
  document: { texts: {}, fallback: null, page: '/', code: null },
  series: null,
}

type Messages = Pick<CampaignPlan, 'document' | 'series'>

/** The contents of all messages, the campaign's own first. */
export const documentsOf = ({ document, series }: Messages): Document[] => [
  document,
  ...(series?.later ?? []).map((message) => message.document),
]

export const daysOf = (series: Series): number[] => [series.day, ...series.later.map(({ day }) => day)]

export const areInOrder = (days: number[]) =>
  days.every((day, at) => Number.isInteger(day) && day >= 0 && day <= lastDay && day > (days[at - 1] ?? -1))

export function withDocument<Plan extends Messages>(plan: Plan, at: number, document: Document): Plan {
  if (at === 0 || !plan.series) return { ...plan, document }
  return { ...plan, series: changed(plan.series, at, { document }) }
}

/** The number of subjects of a document, the same in each language. */
export const subjectsOf = ({ texts }: Document) =>
  1 + Math.max(0, ...Object.values(texts).map(({ others }) => others.length))

/** One more subject in every language, or without this one of the others. */
export function withSubjects(document: Document, language: Language, change: (others: string[]) => string[]): Document {
  const texts = { ...document.texts, [language]: document.texts[language] ?? emptyText }
  return {
    ...document,
    texts: Object.fromEntries(
      Object.entries(texts).map(([each, text]) => [each, { ...text, others: change(text.others) }]),
    ),
  }
}

export const withDay = (series: Series, at: number, day: number): Series =>
  at === 0 ? { ...series, day } : changed(series, at, { day })

/** One more message, two days later, with the pages and languages of the one before. */
export function withMessage<Plan extends Messages>(plan: Plan): Plan {
  const series = plan.series ?? emptySeries
  const before = documentsOf(plan).at(-1)!
  const day = Math.min((daysOf(series).at(-1) ?? 0) + 2, lastDay)
  return { ...plan, series: { ...series, later: [...series.later, { day, document: { ...before, texts: {} } }] } }
}

/** Without this message; of the first one, the next becomes the first. */
export function withoutMessage<Plan extends Messages>(plan: Plan, at: number): Plan {
  const { series } = plan
  const [next] = series?.later ?? []
  if (!series || !next) return plan
  const rest = series.later.filter((_, index) => index !== Math.max(at - 1, 0))
  return at === 0
    ? { ...plan, document: next.document, series: { ...series, day: next.day, later: rest } }
    : { ...plan, series: { ...series, later: rest } }
}

const changed = (series: Series, at: number, values: Partial<Series['later'][number]>): Series => ({
  ...series,
  later: series.later.map((message, index) => (index === at - 1 ? { ...message, ...values } : message)),
})

type State = Pick<CampaignOfDesk, 'state' | 'series' | 'closed_at'>

/** The words for the state of a campaign: a series runs until it is closed and all in it have had its emails. */
export function stateOf(campaign: State | undefined) {
  if (campaign?.series && campaign.state === 'sending') return campaign.closed_at ? 'series_closed' : 'series_running'
  if (campaign?.series && campaign.state === 'sent') return 'series_over'
  return `campaign_${campaign?.state ?? 'draft'}` as const
}

/** The number of the message that a refused field belongs to. */
export const messageOf = (field: string) => Number(/^series\.later\.(\d+)\./.exec(field)?.[1] ?? -1) + 1

export const newBlock = (kind: Block['kind']): Block => (kind === 'list' ? { kind, items: [] } : { kind, text: '' })

/** The words of a block as they stand in its field. */
export const wordsOf = (block: Block): string => (block.kind === 'list' ? block.items.join('\n') : block.text)

export const withWords = (block: Block, words: string): Block =>
  block.kind === 'list' ? { ...block, items: words.split('\n') } : { ...block, text: words }

const isBlank = (text: CampaignText) =>
  ![text.subject, ...text.others, text.preheader, text.button, ...text.blocks.map(wordsOf)].some((words) =>
    words.trim(),
  )

const ofSegment = 'segment:'

/** The audience as one value of a list: its name, or the segment. */
export const audienceValue = ({ audience, segment_id: segment }: Pick<CampaignPlan, 'audience' | 'segment_id'>) =>
  audience === 'segment' ? `${ofSegment}${segment ?? ''}` : audience

export const audienceOf = (value: string): Pick<CampaignPlan, 'audience' | 'segment_id'> =>
  value.startsWith(ofSegment)
    ? { audience: 'segment', segment_id: value.slice(ofSegment.length) || null }
    : { audience: value as CampaignPlan['audience'], segment_id: null }

/** What is sent of a plan: trimmed, without languages that nobody has written in. */
export function cleaned(plan: CampaignPlan): CampaignPlan {
  const { series } = plan
  return {
    ...plan,
    name: plan.name.trim(),
    document: cleanedDocument(plan.document),
    series: series && {
      ...series,
      later: series.later.map((message) => ({ ...message, document: cleanedDocument(message.document) })),
    },
  }
}

/** Without languages and subjects that nobody has written. */
function cleanedDocument(document: Document): Document {
  const written = Object.entries(document.texts).filter(([, text]) => !isBlank(text))
  const isWritten = (at: number) => written.some(([, { others }]) => others[at]?.trim())
  const others = (text: CampaignText) =>
    Array.from({ length: subjectsOf(document) - 1 }, (_, at) => text.others[at]?.trim() ?? '').filter((_, at) =>
      isWritten(at),
    )
  return {
    ...document,
    texts: Object.fromEntries(
      written.map(([language, text]) => [language, { ...cleanedText(text), others: others(text) }]),
    ),
  }
}

function cleanedText(text: CampaignText): Omit<CampaignText, 'others'> {
  const blocks = text.blocks
    .map((block) =>
      block.kind === 'list'
        ? { ...block, items: block.items.map((item) => item.trim()).filter(Boolean) }
        : { ...block, text: block.text.trim().replace(/\s+/g, ' ') },
    )
    .filter((block) => wordsOf(block))
  return { subject: text.subject.trim(), preheader: text.preheader.trim(), button: text.button.trim(), blocks }
}

const labels = {
  name: 'campaign_name',
  subject: 'campaign_subject',
  others: 'campaign_subject',
  preheader: 'campaign_preheader',
  button: 'campaign_button',
  heading: 'campaign_heading',
  list: 'campaign_list',
  text: 'campaign_text',
  blocks: 'campaign_text',
} as const

/** The label of the field that the server names, such as `document.texts.en.blocks.0.heading.text`. */
export function labelOf(field: string): (typeof labels)[keyof typeof labels] | undefined {
  // Behind `document.texts.en`; the kind of a block says more than that it is one.
  const parts = field.replace(/^(series\.later\.\d+\.)?document\.texts\.\w+\./, '').split('.')
  const name = parts.toReversed().find((each) => each in labels && each !== 'text') ?? parts.at(-1)
  return labels[name as keyof typeof labels]
}
