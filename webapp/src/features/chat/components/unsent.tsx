import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '@/api/api-error'
import { needsMoney, remedyOf, type Remedy } from '@/api/refusals'
import { useErrorText } from '@/api/use-error-text'
import { useMember } from '@/api/use-member'
import type { QueuedMessage } from '@/outbox/message'
import { useOutbox } from '@/outbox/use-outbox'
import styles from './message-bubble.module.css'
import { useBuyPath } from './use-buy-path'

/** As it is it will never be taken, now or later. */
const final: readonly Remedy[] = ['closed', 'delete', 'edit']

interface Props {
  item: QueuedMessage
  /** Others wait behind it. */
  blocksOthers: boolean
  /** There is somewhere to take it back to. */
  canEdit: boolean
}

/** Under a failed message: the reason, and the actions (retry, delete, buy credits). */
export function Unsent({ item: { id, reason }, blocksOthers, canEdit }: Props) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const member = useMember()
  const buy = useBuyPath()
  const outbox = useOutbox()
  const code = reason?.code ?? ''
  const words = !reason
    ? t('unsent_old')
    : code === 'not_found'
      ? t('closed_not_found')
      : errorText(new ApiError(0, reason))
  return (
    <div className={styles.failed}>
      <p>{words}</p>
      {needsMoney(code) && <Link to={buy}>{member?.paid_user ? t('buy_credits') : t('get_premium')}</Link>}
      {!final.includes(remedyOf(code)) && (
        <button type="button" onClick={() => outbox.retry(id)}>
          <RotateCw size={16} aria-hidden="true" />
          {t('state_failed')}
        </button>
      )}
      {blocksOthers && (
        <button type="button" onClick={() => outbox.moveToEnd(id)}>
          {t('send_rest')}
        </button>
      )}
      {canEdit && (
        <button type="button" onClick={() => outbox.takeBack(id)}>
          {t('edit_unsent')}
        </button>
      )}
      <button type="button" onClick={() => outbox.discard(id)}>
        {t('delete_unsent')}
      </button>
    </div>
  )
}
