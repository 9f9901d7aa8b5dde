import type { SmartLink, WantedLink } from '@/api/types'

export const devices = ['phone', 'tablet', 'desktop'] as const
export const mostTargets = 12

/** A target as it is typed: countries are codes in one field, hours are empty for the whole day. */
export interface TargetDraft {
  /** Of the row on the screen, which may have any page. */
  key: number
  page: string
  weight: string
  countries: string
  devices: (typeof devices)[number][]
  languages: string[]
  first: string
  until: string
  isPaused: boolean
}

export interface LinkDraft {
  name: string
  fallback: string
  network: string
  targets: TargetDraft[]
}

const emptyTarget = { weight: '1', countries: '', devices: [], languages: [], first: '', until: '', isPaused: false }

export const withTarget = (draft: LinkDraft, page: string): LinkDraft => ({
  ...draft,
  targets: [...draft.targets, { ...emptyTarget, page, key: Math.max(0, ...draft.targets.map(({ key }) => key)) + 1 }],
})

export const draftOf = (link: SmartLink | null, pages: readonly string[]): LinkDraft =>
  link
    ? {
        name: link.name,
        fallback: link.fallback,
        network: link.network,
        targets: link.targets.map((target, key) => ({
          key,
          page: target.page,
          weight: String(target.weight),
          countries: target.countries.join(', '),
          devices: target.devices as TargetDraft['devices'],
          languages: target.languages,
          first: target.first_hour?.toString() ?? '',
          until: target.until_hour?.toString() ?? '',
          isPaused: target.is_paused,
        })),
      }
    : withTarget({ name: '', fallback: pages[0] ?? '', network: '', targets: [] }, pages[0] ?? '')

const hourOf = (text: string) => (text.trim() ? Number(text) : null)

/** The link of a draft. What is no number or no code of a country is sent as it is, so that the server refuses it. */
export const linkOf = (draft: LinkDraft): WantedLink => ({
  name: draft.name.trim(),
  fallback: draft.fallback,
  network: draft.network || null,
  targets: draft.targets.map((target) => ({
    page: target.page,
    weight: Number(target.weight),
    countries: target.countries
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
    devices: target.devices,
    languages: target.languages as WantedLink['targets'][number]['languages'],
    first_hour: hourOf(target.first),
    until_hour: hourOf(target.until),
    is_paused: target.isPaused,
  })),
})
