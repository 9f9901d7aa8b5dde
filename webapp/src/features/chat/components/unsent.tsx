import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '../../../api/api-error'
import type { ErrorBody } from '../../../api/types'
import { useErrorText } from '../../../api/use-error-text'
import { useUser } from '../../../api/use-user'
import { discard, retry, takeBack } from '../api/outbox'
import styles from './message-bubble.module.css'
import { useBuyPath } from './use-buy-path'

const needsOtherWords = ['message_too_long', 'message_empty', 'same_text_to_many']
const needsMoney = ['not_enough_credits', 'premium_required']
const isOver = ['blocked', 'partner_unavailable', 'not_found']

/** Under a message that could not be sent: why, and what can be done about it. */
export function Unsent({ id, reason }: { id: string; reason: ErrorBody | null }) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const { user } = useUser()
  const buy = useBuyPath()
  const code = reason?.code ?? ''
  const words = reason && (code === 'not_found' ? t('closed_not_found') : errorText(new ApiError(0, reason)))
  return (
    <div className={styles.failed}>
      {words && <p>{words}</p>}
      {needsMoney.includes(code) && <Link to={buy}>{user?.paid_user ? t('buy_credits') : t('get_premium')}</Link>}
      {!needsOtherWords.includes(code) && !isOver.includes(code) && (
        <button type="button" onClick={() => retry(id)}>
          <RotateCw size={16} aria-hidden="true" />
          {t('state_failed')}
        </button>
      )}
      <button type="button" onClick={() => takeBack(id)}>
        {t('edit_unsent')}
      </button>
      <button type="button" onClick={() => discard([id])}>
        {t('delete_unsent')}
      </button>
    </div>
  )
}
