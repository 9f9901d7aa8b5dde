import { local } from '@/api/device/storage'

export interface Entry {
  enabled: boolean
  loggedIn: boolean
  installed: boolean
  dismissed: boolean
  /** Where the visitor seems to be; unknown when the site has no answer. */
  country: string | null
  allowed: string[]
}

export function warnsAtEntry({ enabled, loggedIn, installed, dismissed, country, allowed }: Entry): boolean {
  if (!enabled || loggedIn || installed || dismissed) return false
  return country === null || allowed.includes(country)
}

const storageKey = 'entry-warning'

export function wasDismissed(): boolean {
  return local.get(storageKey) !== null
}

export function dismiss(): void {
  local.set(storageKey, new Date().toISOString())
}

export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}
