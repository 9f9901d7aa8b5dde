import type { ReactNode } from 'react'
import { SWRConfig, type Cache } from 'swr'
import { api } from './client'
import { keys } from './keys'
import { askWhenTakenOver } from './taken-over'

const fetcher = (key: string) => api.get(key.replace(/^\/api\//, ''))

export const swrSettings = {
  fetcher,
  shouldRetryOnError: false,
  dedupingInterval: 2_000,
  focusThrottleInterval: 15_000,
}

interface Props {
  /** Answers that came with the page, by their keys. */
  known: Readonly<Record<string, unknown>>
  /** Another cache than the one of the page: the server draws for many. */
  provider?: () => Cache
  children: ReactNode
}

export function ApiProvider({ known, provider, children }: Props) {
  const value = {
    ...swrSettings,
    fallback: known,
    ...(known[keys.user] ? { use: [askWhenTakenOver] } : {}),
    ...(provider && { provider }),
  }
  return <SWRConfig value={value}>{children}</SWRConfig>
}
