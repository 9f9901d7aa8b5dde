import useSWRInfinite from 'swr/infinite'
import { address, api } from '@/api/client'
import type { Transactions } from '@/api/types'
import { ownTimeZone } from '@/i18n/dates'
import { queryOf, type TransactionFilter } from '@/features/credits/model/transaction-filter'

const path = 'transactions.php'

export function useTransactions(filter: TransactionFilter) {
  const query = zoned(filter)
  const keyOf = (_index: number, before: Transactions | null) => {
    if (before === null) return address(path, query)
    return before.next_cursor === null ? null : address(path, { ...query, cursor: before.next_cursor })
  }
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<Transactions>(
    keyOf,
    (key: string) => api.get(key.replace('/api/', '')),
    {
      revalidateFirstPage: false,
      keepPreviousData: true,
    },
  )
  const isMore = data !== undefined && data.at(-1)?.next_cursor !== null
  return {
    transactions: data?.flatMap((page) => page.transactions),
    debt: data?.[0]?.debt ?? 0,
    error: error as unknown,
    retry: () => void mutate(),
    more: isMore ? { busy: isValidating && size > data.length, load: () => void setSize(size + 1) } : null,
  }
}

/** The filter with the zone whose days it means, which only a filter by day needs. */
function zoned(filter: TransactionFilter): Record<string, string> {
  return { ...queryOf(filter), ...((filter.since || filter.until) && { time_zone: ownTimeZone() }) }
}

/** The same list as a file, with the member's own times; the browser fetches it by itself. */
export const fileOf = (filter: TransactionFilter): string =>
  address('transactions-file.php', { ...queryOf(filter), time_zone: ownTimeZone() })
