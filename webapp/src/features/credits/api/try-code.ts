import { api } from '@/api/client'
import type { Discount } from '@/api/types'

export async function tryCode(code: string): Promise<Discount> {
  return (await api.get<{ discount: Discount }>('discountcode.php', { code })).discount
}
