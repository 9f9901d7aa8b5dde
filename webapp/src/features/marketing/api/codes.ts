import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { SiteCode } from '@/api/types'

const path = 'marketing-codes.php'

/** A code to be made; sums are hundredths. */
export interface NewCode {
  code: string
  campaign: string
  percentage: number
  most_uses?: number
  budget?: number
  currency?: string
  starts_at?: string
  expires_at?: string
}

export const useCodes = () => useSWR<{ codes: SiteCode[] }>(address(path), () => api.get<{ codes: SiteCode[] }>(path))

export async function makeCode(code: NewCode) {
  await api.post(path, code)
  await mutate(address(path))
}

export async function endCode(code: string) {
  await api.put(path, { code })
  await mutate(address(path))
}
