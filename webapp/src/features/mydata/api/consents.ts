import useSWR from 'swr'
import { consentsKey, getConsents, giveConsent, type Consent } from '@/api/consents'

export function useConsents() {
  const { data, error, mutate } = useSWR(consentsKey, getConsents)
  const change = async (consent: Consent, given: boolean) => {
    await mutate(await giveConsent(consent, given), { revalidate: false })
  }
  return { consents: data, error: error as unknown, change, retry: () => void mutate() }
}

/** Says yes to the terms and the privacy notice as they are now. */
export async function acceptTerms(): Promise<void> {
  for (const consent of await getConsents()) if (!consent.withdrawable) await giveConsent(consent, true)
}
