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

export const emptyText: CampaignText = { subject: '', preheader: '', blocks: [{ kind: 'text', text: '' }], button: '' }

export const emptyPlan: CampaignPlan = {
  name: '',
  kind: 'promotions',
  audience: 'all',
  segment_id: null,
  holdout: 10,
  document: { texts: {}, fallback: null, page: '/', code: null },
}

export const newBlock = (kind: Block['kind']): Block => (kind === 'list' ? { kind, items: [] } : { kind, text: '' })

/** The words of a block as they stand in its field. */
export const wordsOf = (block: Block): string => (block.kind === 'list' ? block.items.join('\n') : block.text)

export const withWords = (block: Block, words: string): Block =>
  block.kind === 'list' ? { ...block, items: words.split('\n') } : { ...block, text: words }

const isBlank = (text: CampaignText) =>
  ![text.subject, text.preheader, text.button, ...text.blocks.map(wordsOf)].some((words) => words.trim())

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
  const texts = Object.fromEntries(
    Object.entries(plan.document.texts)
      .filter(([, text]) => !isBlank(text))
      .map(([language, text]) => [language, cleanedText(text)]),
  )
  return { ...plan, name: plan.name.trim(), document: { ...plan.document, texts } }
}

function cleanedText(text: CampaignText): CampaignText {
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
  const parts = field.replace(/^document\.texts\.\w+\./, '').split('.')
  const name = parts.toReversed().find((each) => each in labels && each !== 'text') ?? parts.at(-1)
  return labels[name as keyof typeof labels]
}
