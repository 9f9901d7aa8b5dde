import { useTranslation } from 'react-i18next'
import type { Transaction } from '../../../api/types'

/** What a transaction was, and for whom. */
export function useTransactionWords(): (transaction: Transaction) => string {
  const { t } = useTranslation('credits')
  return ({ kind, credits, debt, free_messages: free, profile, profile_id: partner }) => {
    const name = profile?.name ?? t('member_hidden')
    if (kind === 'message' && partner) return t(credits === 0 && free < 0 ? 'message_to_free' : 'message_to', { name })
    if (kind === 'refund' && partner) return t('refund_to', { name })
    if (kind === 'reversal' && credits - debt > 0) return t('kind_reversal_undone')
    return kind === 'message' && credits === 0 ? t('kind_message_free') : t(`kind_${kind}`)
  }
}
