import { paths } from '@/paths'

const parents: [RegExp, string][] = [
  [/^\/members\/[^/]+$/, paths.members],
  [/^\/likes\/m\/[^/]+$/, paths.likes],
  [/^\/looks$/, paths.likes],
  [/^\/likes(\/|$)/, paths.members],
  [/^\/(credits\/.+|directdebit)$/, paths.credits],
  [/^\/credits$/, paths.members],
]

/** The page above a member, likes, credits or payment-method page; null for all other pages, which have no way back. */
export function parentOf(pathname: string): string | null {
  return parents.find(([pattern]) => pattern.test(pathname.replace(/(.)\/$/, '$1')))?.[1] ?? null
}
