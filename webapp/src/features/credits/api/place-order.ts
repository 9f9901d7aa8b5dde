import { api } from '@/api/client'
import type { Id, Payment } from '@/api/types'

interface Order {
  id: Id
  packageId: string
  method: string
  discountCode: string | null
  savesMethod: boolean
}

export async function placeOrder({ id, packageId, method, discountCode, savesMethod }: Order): Promise<Payment> {
  const body = {
    id,
    package_id: packageId,
    method,
    immediate_delivery: true,
    ...(discountCode && { discount_code: discountCode }),
    ...(savesMethod && { save_method: true }),
  }
  return (await api.post<{ payment: Payment }>('order.php', body)).payment
}
