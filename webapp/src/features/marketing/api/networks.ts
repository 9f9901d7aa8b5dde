import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { CostsImported, MarketingCost, MarketingNetwork, UnknownNetwork } from '@/api/types'

const networksPath = 'marketing-networks.php'
const costsPath = 'marketing-costs.php'

export interface Payout {
  goal: MarketingNetwork['goal']
  minor?: number
  currency?: string
  share?: number
}

interface Networks {
  networks: MarketingNetwork[]
  unknown: UnknownNetwork[]
}

export const useNetworks = () => useSWR<Networks>(address(networksPath), () => api.get<Networks>(networksPath))

export const useCosts = () =>
  useSWR<{ costs: MarketingCost[] }>(address(costsPath), () => api.get<{ costs: MarketingCost[] }>(costsPath))

export async function addNetwork(name: string, expectedDaily: number) {
  await api.post(networksPath, { name, expected_daily: expectedDaily })
  await mutate(address(networksPath))
}

export async function payNetwork(name: string, payout: Payout, expectedDaily: number) {
  await api.put(networksPath, { name, ...payout, expected_daily: expectedDaily })
  await mutate(address(networksPath))
}

export async function importCosts(csv: string): Promise<CostsImported> {
  const done = await api.post<CostsImported>(costsPath, { csv })
  await mutate(address(costsPath))
  return done
}

export async function enterCost(cost: MarketingCost) {
  await api.put(costsPath, cost)
  await mutate(address(costsPath))
}
