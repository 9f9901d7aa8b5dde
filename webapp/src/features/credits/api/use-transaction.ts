import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Id, Transaction } from '@/api/types'

const path = 'transaction.php'

/** One transaction, by its id or that of the payment it came from. */
export function useTransaction(id: Id) {
  const { data, error, mutate } = useSWR<Transaction>(
    address(path, { id }),
    async () => (await api.get<{ transaction: Transaction }>(path, { id })).transaction,
  )
  return { transaction: data, error: error as unknown, retry: () => void mutate() }
}
