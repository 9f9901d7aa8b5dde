import { useSearchParams } from 'react-router'
import useSWR from 'swr'
import { ApiError } from '@/api/api-error'
import { address, api } from '@/api/client'
import type { Packages } from '@/api/types'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { usableHere } from '@/features/credits/model/apple-pay'

const path = 'packages.php'

/** A code that does not hold takes nothing off, and hides nothing. */
async function askForPackages({
  discount_code: code,
  ...query
}: {
  country?: string | undefined
  discount_code?: string
}): Promise<Packages> {
  try {
    return await api.get<Packages>(path, { ...query, ...(code && { discount_code: code }) })
  } catch (error) {
    if (code && error instanceof ApiError && error.code.startsWith('discount_')) return api.get<Packages>(path, query)
    throw error
  }
}

async function fetchPackages(query: Parameters<typeof askForPackages>[0]): Promise<Packages> {
  const packages = await askForPackages(query)
  return { ...packages, methods: usableHere(packages.methods) }
}

/** Prices of credits, and the payment methods of the member's country. */
export function usePackages() {
  const [search] = useSearchParams()
  // The code the member gave; without one, billing shows the offer they have.
  const code = search.get('code')
  const country = useOwnProfile().profile?.country
  const query = { country, ...(code && { discount_code: code }) }
  const { data, error, mutate } = useSWR<Packages>(address(path, query), () => fetchPackages(query), {
    keepPreviousData: true,
  })
  return { packages: data, error: error as unknown, retry: () => void mutate() }
}
