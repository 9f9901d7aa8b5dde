const known = ['bounced', 'complained', 'unsubscribed'] as const
type Reason = (typeof known)[number]

/** Why mail stopped, of the reasons there are words for. */
export function reasonOf(reason: string): Reason {
  return known.find((one) => one === reason) ?? 'bounced'
}
