import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Id, Receipt } from '@/api/types'
import { hashOf } from '@/features/credits/model/receipt'

const path = 'transaction-receipt.php'

/** The receipt of a transaction, and whether its hash fits. */
export function useReceipt(id: Id) {
  const { data } = useSWR(address(path, { id }), async () => {
    const { receipt } = await api.get<{ receipt: Receipt }>(path, { id })
    return { receipt, fits: (await hashOf(receipt)) === receipt.hash }
  })
  return data
}

export const receiptFile = (id: Id): string => address(path, { id })
