import useSWR from 'swr'
import { ApiError } from '@/api/api-error'
import { address, api } from '@/api/client'
import type { Packages } from '@/api/types'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { useQueryValue } from '@/ui'
import { usableHere } from '@/features/credits/model/apple-pay'
import { refuseCode, useCarriedCode } from '@/tracking/carried-code'

const path = 'packages.php'

/** The key of prices by what they depend on. */
export const packagesKey = (query: { country: string | undefined; discount_code?: string; carried?: number }): string =>
  address(path, query)

/** A code that was typed or that a link brought, and what became of it. */
export interface GivenCode {
  code: string
  isCarried: boolean
  /** Why it takes nothing off. */
  refusal: unknown
  /** The member's own offer takes off more than the code of the link, so the prices are those of the offer. */
  isOfferBetter: boolean
}

/** The answer of the API, which a page drawn on the server brings along, and what became of a code. */
interface Shop extends Packages {
  given?: GivenCode
}

interface PackagesQuery {
  country: string | undefined
  code: string | null
  isCarried: boolean
}

/** Refusals that say nothing about the code: it is tried again later. */
const passing = ['too_many_codes', 'spending_paused', 'wallet_frozen', 'purchases_stopped']

/** A code that does not hold takes nothing off, and hides nothing. */
async function askForPackages({ country, code, isCarried }: PackagesQuery): Promise<Shop> {
  const ask = (more: object = {}) => api.get<Packages>(path, { country, ...more })
  if (!code) return ask()
  const given = { code, isCarried, refusal: null, isOfferBetter: false }
  try {
    const reduced = await ask({ discount_code: code })
    if (!isCarried) return { ...reduced, given }
    const own = await ask()
    const isOfferBetter = mostOff(own) > mostOff(reduced)
    return { ...(isOfferBetter ? own : reduced), given: { ...given, isOfferBetter } }
  } catch (error) {
    if (!(error instanceof ApiError) || !(error.code.startsWith('discount_') || passing.includes(error.code)))
      throw error
    if (isCarried && !passing.includes(error.code)) refuseCode(code, error.code)
    return { ...(await ask()), given: { ...given, refusal: error } }
  }
}

const mostOff = ({ packages }: Packages) =>
  Math.max(0, ...packages.map(({ discounted }) => discounted?.percentage ?? 0))

async function fetchShop(asked: PackagesQuery): Promise<Shop> {
  const shop = await askForPackages(asked)
  return { ...shop, methods: usableHere(shop.methods) }
}

/**
 * Prices of credits, and the payment methods of the member's country: with the code of the address, else with that of the
 * link to the sign-up, else with the offer that billing knows of.
 */
export function usePackages() {
  const carried = useCarriedCode()
  const typed = useQueryValue('code')
  const refused = carried?.refusal ? carried : null
  const code = typed ?? (refused ? null : (carried?.code ?? null))
  const country = useOwnProfile().profile?.country
  const isCarried = typed === null && code !== null
  const query = { country, ...(code && { discount_code: code }), ...(isCarried && { carried: 1 }) }
  const { data, error, mutate } = useSWR<Shop>(packagesKey(query), () => fetchShop({ country, code, isCarried }), {
    keepPreviousData: true,
  })
  const given: GivenCode | null =
    typed === null && refused
      ? { code: refused.code, isCarried: true, refusal: refused.refusal, isOfferBetter: false }
      : (data?.given ?? null)
  return {
    packages: data,
    /** The code of the address or of a link, known before the prices are. */
    code: typed ?? carried?.code ?? null,
    given,
    error: error as unknown,
    retry: () => void mutate(),
  }
}
