import { useTranslation } from 'react-i18next'
import type { Transaction } from '@/api/types'

interface TransactionWords {
  /** The kind of a transaction and its partner, in words. */
  wordsOf: (transaction: Transaction) => string
  /** The kind alone. */
  kindOf: (transaction: Transaction) => string
}

export function useTransactionWords(): TransactionWords {
  const { t } = useTranslation(['credits', 'gifts'])
  const giftOf = ({ purpose, item }: Transaction) =>
    purpose === 'gift' && item ? t(`gifts:name_${item as 'rose'}`) : ''

  function kindOf(transaction: Transaction): string {
    const { kind, purpose, credits, debt } = transaction
    if (kind === 'reversal' && credits - debt > 0) return t('kind_reversal_undone')
    if (kind === 'undelivered') return t('kind_undelivered')
    if (kind === 'message' && credits === 0 && purpose === 'message') return t('kind_message_free')
    if (!purpose || purpose === 'message') return t(`kind_${kind}`)
    const words = t(kind === 'refund' ? `refunded_${purpose}` : `kind_${purpose}`)
    return purpose === 'gift' ? `${words}: ${giftOf(transaction)}` : words
  }

  function wordsOf(transaction: Transaction): string {
    const { kind, purpose, credits, free_messages: free, profile, profile_id: partner } = transaction
    if (kind === 'undelivered' && partner) return t('undelivered_to', { name: profile?.name ?? t('member_hidden') })
    if (!partner || (kind !== 'message' && kind !== 'refund')) return kindOf(transaction)
    const name = profile?.name ?? t('member_hidden')
    if (purpose && purpose !== 'message') {
      return t(kind === 'refund' ? `refund_${purpose}_to` : `${purpose}_to`, { name, gift: giftOf(transaction) })
    }
    if (kind === 'refund') return t('refund_to', { name })
    return t(credits === 0 && free < 0 ? 'message_to_free' : 'message_to', { name })
  }

  return { wordsOf, kindOf }
}
