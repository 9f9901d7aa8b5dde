import useSWR from 'swr'
import { address, api } from '@/api/client'
import { newId } from '@/api/new-id'
import type { Invitations, RewardTotals } from '@/api/types'

const path = 'invitations.php'
const rewardsPath = 'invitation-rewards.php'

/** The member's own links; `make` and `revoke` settle with the server's answer. */
export function useInvitations() {
  const { data, error, mutate } = useSWR<Invitations>(address(path), () => api.get<Invitations>(path))
  const make = async (showsName: boolean) => {
    const made = await api.post<Invitations>(path, { id: newId(), shows_name: showsName })
    await mutate(made, { revalidate: false })
  }
  const revoke = async (id: string) => {
    await api.delete(path, { id })
    await mutate()
  }
  return { own: data, error: error as unknown, retry: () => void mutate(), make, revoke }
}

/** Sums of the member's rewards; undefined until they arrive. */
export function useRewardTotals(): RewardTotals | undefined {
  return useSWR<RewardTotals>(address(rewardsPath), () => api.get<RewardTotals>(rewardsPath)).data
}

/** The first name of the inviter who wants it shown; null for any other code. */
export async function findInviterName(code: string): Promise<string | null> {
  return (await api.post<{ name: string | null }>('invitation.php', { code })).name
}
