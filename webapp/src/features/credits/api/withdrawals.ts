import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Id, Withdrawable } from '@/api/types'

const path = 'withdrawal.php'

/** The purchases open to withdrawal, with the amount of each refund. */
export function useWithdrawals() {
  const { data, error, mutate } = useSWR<{ purchases: Withdrawable[] }>(address(path), () =>
    api.get<{ purchases: Withdrawable[] }>(path),
  )
  const withdraw = async (id: Id, paymentId: Id) => {
    await mutate(await api.post<{ purchases: Withdrawable[] }>(path, { id, payment_id: paymentId }), {
      revalidate: false,
    })
  }
  return { purchases: data?.purchases, error: error as unknown, retry: () => void mutate(), withdraw }
}
