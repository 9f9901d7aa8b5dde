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

const viewPath = 'marketing-network-view.php'

/** The key of a new link for the network; an earlier one ends. */
export async function makeNetworkLink(name: string): Promise<string> {
  const { key } = await api.post<{ key: string }>(viewPath, { name })
  await mutate(address(networksPath))
  return key
}

export async function endNetworkLink(name: string) {
  await api.delete(viewPath, { name })
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

const keyPath = 'marketing-cost-key.php'

export const useCostKey = () =>
  useSWR<{ made_at: string | null }>(address(keyPath), () => api.get<{ made_at: string | null }>(keyPath))

/** A new key by which a program enters costs; an earlier one ends. */
export async function makeCostKey(): Promise<string> {
  const { key } = await api.post<{ key: string }>(keyPath, {})
  await mutate(address(keyPath))
  return key
}

export async function revokeCostKey() {
  await api.delete(keyPath, {})
  await mutate(address(keyPath))
}
