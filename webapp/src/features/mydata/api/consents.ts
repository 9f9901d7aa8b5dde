import useSWR from 'swr'
import { api } from '../../../api/client'

export type ConsentKind = 'terms' | 'privacy' | 'sexuality' | 'marketing'

export interface Consent {
  kind: ConsentKind
  given: boolean
  version: string | null
  current_version: string
  at: string | null
  withdrawable: boolean
  due: boolean
}

const path = 'consents.php'

export function useConsents() {
  const { data, error, mutate } = useSWR('/api/consents.php', () => api.get<{ consents: Consent[] }>(path).then((answer) => answer.consents))
  const change = async (consent: Consent, given: boolean) => {
    const { consents } = await giveConsent(consent, given)
    await mutate(consents, { revalidate: false })
  }
  return { consents: data, error: error as unknown, change, retry: () => void mutate() }
}

function giveConsent({ kind, current_version }: Consent, given: boolean): Promise<{ consents: Consent[] }> {
  return api.put<{ consents: Consent[] }>(path, { kind, version: current_version, given })
}

/** Says yes to the terms and the privacy notice as they are now. */
export async function acceptTerms(): Promise<void> {
  const { consents } = await api.get<{ consents: Consent[] }>(path)
  for (const consent of consents) if (!consent.withdrawable) await giveConsent(consent, true)
}
