import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Id, Withdrawals } from '@/api/types'

const path = 'withdrawal.php'

/** The purchases open to withdrawal, with the amount of each refund, and whether the member ever bought anything. */
export function useWithdrawals() {
  const { data, error, mutate } = useSWR<Withdrawals>(address(path), () => api.get<Withdrawals>(path))
  const withdraw = async (id: Id, paymentId: Id) => {
    await mutate(await api.post<Withdrawals>(path, { id, payment_id: paymentId }), {
      revalidate: false,
    })
  }
  return {
    purchases: data?.purchases,
    hasBought: data?.has_bought,
    error: error as unknown,
    retry: () => void mutate(),
    withdraw,
  }
}
