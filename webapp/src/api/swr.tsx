import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { api } from './client'

const fetcher = (key: string) => api.get(key.replace(/^\/api\//, ''))

export const swrSettings = {
  fetcher,
  shouldRetryOnError: false,
  dedupingInterval: 2_000,
  focusThrottleInterval: 15_000,
}

export function ApiProvider({ children }: { children: ReactNode }) {
  return <SWRConfig value={swrSettings}>{children}</SWRConfig>
}
