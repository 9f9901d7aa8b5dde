const kinds = [
  'photo',
  'profile',
  'chat',
  'appeal',
  'picture',
  'duplicate',
  'text',
  'rule',
  'verification',
  'age_doubt',
] as const
type Kind = (typeof kinds)[number]

/** The text of a kind of case; one that this release does not know is "Other". */
export const kindKey = (kind: string): `kind_${Kind | 'other'}` =>
  kinds.includes(kind as Kind) ? `kind_${kind as Kind}` : 'kind_other'
