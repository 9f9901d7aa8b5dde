import type { PageDocument } from '@/api/types'

export type Palette = NonNullable<PageDocument['palette']>
export const colours = ['sky', 'dusk', 'glow'] as const

/** Evenings to choose from; on each of them the headline can be read. */
export const palettes: Palette[] = [
  { sky: '#0b1626', dusk: '#24476b', glow: '#f2a06b' },
  { sky: '#1a1026', dusk: '#4a2560', glow: '#f07f9c' },
  { sky: '#08201f', dusk: '#14524d', glow: '#e8c46a' },
  { sky: '#240c14', dusk: '#6b1f35', glow: '#f6b26b' },
  { sky: '#101322', dusk: '#343a6b', glow: '#9fb4ff' },
  { sky: '#14170d', dusk: '#3d4a22', glow: '#f1d98a' },
]

export const isSame = (one: Palette | null | undefined, other: Palette): boolean =>
  !!one && colours.every((colour) => one[colour] === other[colour])
