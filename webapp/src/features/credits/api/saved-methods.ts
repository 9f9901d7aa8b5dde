import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Id, Payment, SavedMethod } from '@/api/types'

const path = 'repeat-order.php'

interface RepeatOrder {
  id: Id
  packageId: string
  savedMethodId: Id
  discountCode: string | null
}

/** The saved methods, for orders with one press. */
export function useSavedMethods() {
  const { data, error, mutate } = useSWR<{ saved_methods: SavedMethod[] }>(address(path), () =>
    api.get<{ saved_methods: SavedMethod[] }>(path),
  )
  const remove = async (id: Id) => {
    await api.delete(path, { saved_method_id: id })
    await mutate()
  }
  return { methods: data?.saved_methods, error: error as unknown, retry: () => void mutate(), remove }
}

export async function repeatOrder({ id, packageId, savedMethodId, discountCode }: RepeatOrder): Promise<Payment> {
  const body = {
    id,
    package_id: packageId,
    saved_method_id: savedMethodId,
    immediate_delivery: true,
    ...(discountCode && { discount_code: discountCode }),
  }
  return (await api.post<{ payment: Payment }>(path, body)).payment
}
