const place = 'consent-attribution'

export type Consent = 'yes' | 'no' | null

/** What the visitor said about noting how they found us; null until they said something. */
export function readConsent(storage: Storage = localStorage): Consent {
  const said = storage.getItem(place)
  return said === 'yes' || said === 'no' ? said : null
}

export function writeConsent(said: 'yes' | 'no', storage: Storage = localStorage): void {
  storage.setItem(place, said)
}
