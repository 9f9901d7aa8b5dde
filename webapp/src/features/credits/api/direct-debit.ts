import { api } from '@/api/client'
import type { DirectDebit, DirectDebitForm, Id, SavedMethod } from '@/api/types'

export async function applyForDirectDebit(form: DirectDebitForm): Promise<DirectDebit> {
  return (await api.post<{ direct_debit: DirectDebit }>('directdebit.php', form)).direct_debit
}

export async function sendAnotherCode(id: Id): Promise<DirectDebit> {
  return (await api.put<{ direct_debit: DirectDebit }>('directdebit.php', { id })).direct_debit
}

export async function signMandate(id: Id, code: string): Promise<SavedMethod> {
  return (await api.post<{ saved_method: SavedMethod }>('directdebit-code.php', { id, code })).saved_method
}
