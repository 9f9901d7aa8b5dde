import { useSyncExternalStore } from 'react'
import { local } from '@/api/device/storage'

const storageKey = 'discount-code'
const changed = 'discount-code-changed'
const keptFor = 30 * 86_400_000
const looksLikeCode = /^[A-Za-z0-9][\w-]{2,39}$/

/** A discount code that a link brought. `refusal` is the error code by which it turned out not to be usable. */
export interface CarriedCode {
  code: string
  until: number
  refusal?: string
}

/** The code that a link brought in the last 30 days, which outlasts the tab: an address is confirmed in another one. */
export const readCode = (): CarriedCode | null => parse(stored())

/** Keeps the code of this address. Below the prices a code is the member's own, and stands in the address alone. */
export function keepCode(query: URLSearchParams, path: string): void {
  const code = query.get('code') ?? ''
  if (!looksLikeCode.test(code) || /\/credits(\/|$)/.test(path)) return
  write({ code: code.toUpperCase(), until: Date.now() + keptFor })
}

/** Remembers why the code cannot be used, so that it is not tried again and again. */
export function refuseCode(code: string, refusal: string): void {
  const carried = readCode()
  if (carried?.code === code) write({ ...carried, refusal })
}

/** Deletes the code, or only this one. */
export function forgetCode(code?: string | null): void {
  if (code !== undefined && readCode()?.code !== code) return
  local.remove(storageKey)
  window.dispatchEvent(new Event(changed))
}

export const useCarriedCode = (): CarriedCode | null => parse(useSyncExternalStore(subscribe, stored, () => null))

const stored = () => local.get(storageKey)

function write(carried: CarriedCode): void {
  local.set(storageKey, JSON.stringify(carried))
  window.dispatchEvent(new Event(changed))
}

function subscribe(listen: () => void): () => void {
  window.addEventListener(changed, listen)
  return () => window.removeEventListener(changed, listen)
}

function parse(text: string | null): CarriedCode | null {
  try {
    const carried = JSON.parse(text ?? 'null') as CarriedCode | null
    return carried && carried.until > Date.now() ? carried : null
  } catch {
    return null
  }
}
