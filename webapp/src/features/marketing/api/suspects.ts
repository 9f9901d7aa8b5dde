import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { HeldReward, SuspectGroup } from '@/api/types'

const suspectsPath = 'marketing-suspects.php'
const rewardsPath = 'marketing-rewards.php'

interface Suspects {
  groups: SuspectGroup[]
  decided: SuspectGroup[]
}

export const useSuspects = () => useSWR<Suspects>(address(suspectsPath), () => api.get<Suspects>(suspectsPath))

export const useHeldRewards = () =>
  useSWR<{ rewards: HeldReward[] }>(address(rewardsPath), () => api.get<{ rewards: HeldReward[] }>(rewardsPath))

type Decision = 'genuine' | 'fraud'

export async function decideSuspects({ network, day, sign }: SuspectGroup, decision: Decision) {
  await api.put(suspectsPath, { network, day, sign, decision })
  await mutate(address(suspectsPath))
}

export async function takeBack({ network, day, sign }: SuspectGroup, decision: Decision) {
  await api.delete(suspectsPath, { network, day, sign, decision })
  await mutate(address(suspectsPath))
}

export async function decideReward({ member_id }: HeldReward, decision: 'pay' | 'refuse') {
  await api.put(rewardsPath, { member_id, decision })
  await mutate(address(rewardsPath))
}
