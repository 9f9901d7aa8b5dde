import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { HeldReward, SuspectGroup } from '@/api/types'

const suspectsPath = 'marketing-suspects.php'
const rewardsPath = 'marketing-rewards.php'

export const useSuspects = () =>
  useSWR<{ groups: SuspectGroup[] }>(address(suspectsPath), () => api.get<{ groups: SuspectGroup[] }>(suspectsPath))

export const useHeldRewards = () =>
  useSWR<{ rewards: HeldReward[] }>(address(rewardsPath), () => api.get<{ rewards: HeldReward[] }>(rewardsPath))

export async function decideSuspects({ network, day, sign }: SuspectGroup, decision: 'genuine' | 'fraud') {
  await api.put(suspectsPath, { network, day, sign, decision })
  await mutate(address(suspectsPath))
}

export async function decideReward({ member_id }: HeldReward, decision: 'pay' | 'refuse') {
  await api.put(rewardsPath, { member_id, decision })
  await mutate(address(rewardsPath))
}
