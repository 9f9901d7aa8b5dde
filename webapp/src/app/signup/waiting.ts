/** The destination of an address, as the login page may name it. */
export type Waiting = 'messages' | 'likes' | 'profile' | 'credits' | 'settings'

const kinds: [RegExp, Waiting][] = [
  [/^\/(chats(\/|$)|members\/[^/]+\/chat$)/, 'messages'],
  [/^\/(likes|swipe-game)(\/|$)/, 'likes'],
  [/^\/members\/[^/]+$/, 'profile'],
  [/^\/(credits|transactions|directdebit|withdrawal)(\/|$)/, 'credits'],
  [/^\/(settings|notifications|profile)(\/|$)/, 'settings'],
]

/**
 * The kind of thing that waits behind a login, from its address alone. Never who: whoever holds the address sees this page,
 * and a name would disclose that the member and that person know each other (decision 6).
 */
export function waitingAt(next: string | null): Waiting | null {
  const path = next?.split(/[?#]/)[0] ?? ''
  return kinds.find(([pattern]) => pattern.test(path))?.[1] ?? null
}
