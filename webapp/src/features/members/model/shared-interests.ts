interface Interested {
  interests: string[]
}

/** Shared interests come first; the order is otherwise the member's. */
export function sharedFirst(theirs: Interested, mine: Interested | undefined): { interest: string; shared: boolean }[] {
  const ours = new Set(mine?.interests)
  const all = theirs.interests.map((interest) => ({ interest, shared: ours.has(interest) }))
  return [...all.filter(({ shared }) => shared), ...all.filter(({ shared }) => !shared)]
}

/** How many interests the two have in common. */
export function sharedInterests(theirs: Interested, mine: Interested | undefined): number {
  return sharedFirst(theirs, mine).filter(({ shared }) => shared).length
}
