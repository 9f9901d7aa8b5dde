/** Why a photo is rejected: the key of its number rejects it. */
export const rejections = [
  'nudity',
  'not_a_person',
  'someone_else',
  'minor',
  'contact_details',
  'advertising',
  'violence',
  'unclear',
  'illegal',
] as const
export type Rejection = (typeof rejections)[number]
