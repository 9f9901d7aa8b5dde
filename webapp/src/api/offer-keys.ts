import { address } from './client'

/** The key under which the discount of the page to delete an account is kept. */
export const retentionKey = 'retention-discount'
const answers = [address('discountcode.php'), address('packages.php')]

/** Whether an answer kept under this key can hold a discount. */
export const holdsOffer = (key: unknown): boolean =>
  key === retentionKey || (typeof key === 'string' && answers.some((answer) => key.startsWith(answer)))
