import useSWRInfinite from 'swr/infinite'
import { address, api } from '../../../api/client'
import type { Transactions } from '../../../api/types'

const path = 'transactions.php'

function keyOf(_index: number, before: Transactions | null): string | null {
  if (before === null) return address(path)
  return before.next_cursor === null ? null : address(path, { cursor: before.next_cursor })
}

export function useTransactions() {
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<Transactions>(keyOf, (key: string) => api.get(key.replace('/api/', '')), {
    revalidateFirstPage: false,
  })
  const isMore = data !== undefined && data.at(-1)?.next_cursor !== null
  return {
    transactions: data?.flatMap((page) => page.transactions),
    error: error as unknown,
    retry: () => void mutate(),
    more: isMore ? { busy: isValidating && size > data.length, load: () => void setSize(size + 1) } : null,
  }
}
