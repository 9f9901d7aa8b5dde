export const goals = ['', 'lead', 'confirmed', 'sale', 'share'] as const
export type Goal = (typeof goals)[number]

/** A sum such as `2.50` or `2,50` as hundredths; null for anything else. No floating point takes part. */
export function hundredthsOf(text: string): number | null {
  const found = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  if (!found) return null
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0') || '0')
}

/** The whole number a day that was typed; 0 for nothing, null for anything else. */
export const dailyOf = (text: string) => (/^\d{0,6}$/.test(text.trim()) ? Number(text) : null)
