export const reasons = [
  'fake',
  'harassment',
  'hate',
  'nudity',
  'fraud',
  'minor',
  'advertising',
  'violence',
  'other',
] as const
export type Reason = (typeof reasons)[number]
