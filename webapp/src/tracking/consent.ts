import { local } from '@/api/device/storage'

const storageKey = 'consent-attribution'

export type Consent = 'yes' | 'no' | null

/** The visitor's consent to attribution; null until they answered. Global Privacy Control is a refusal. */
export function readConsent(): Consent {
  if (objects()) return 'no'
  const said = local.get(storageKey)
  return said === 'yes' || said === 'no' ? said : null
}

export function writeConsent(said: 'yes' | 'no'): void {
  local.set(storageKey, said)
}

/** Whether the browser objects for its owner, by Global Privacy Control; then nobody is asked. */
export const objects = (): boolean => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
