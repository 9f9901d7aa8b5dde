import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '@/api/client'
import type { Card, Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { FieldError, Sheet, Switch } from '@/ui'
import type { Consent } from './call-buttons'
import styles from './consent-sheet.module.css'

interface Props {
  profile: Card
  conversationId: Id
  consent: Consent
  onClose: () => void
}

/** The member's consent to calls in one conversation, with what it means; saved at once. */
export default function ConsentSheet({ profile: { name }, conversationId, consent, onClose }: Props) {
  const { t } = useTranslation('calls')
  const errorText = useErrorText()
  const [isOn, setOn] = useState(consent.own)
  const [error, setError] = useState<unknown>(null)
  const change = async (calls: boolean) => {
    setOn(calls)
    setError(null)
    try {
      await api.put('chat-settings.php', { conversation_id: conversationId, calls })
    } catch (failure) {
      setOn(!calls)
      setError(failure)
    }
  }
  return (
    <Sheet open onClose={onClose} title={t('consent_title', { name })}>
      <div className={styles.consent}>
        <Switch label={t('consent_switch')} checked={isOn} onChange={(on) => void change(on)} />
        {error !== null && <FieldError id="consent-error">{errorText(error)}</FieldError>}
        <p>{t('consent_text', { name })}</p>
        <p className={styles.state}>{t(consent.partner ? 'partner_on' : 'partner_off', { name })}</p>
        <p>{t('private')}</p>
        <p>{consent.credits > 0 ? t('price', { count: consent.credits }) : t('free')}</p>
      </div>
    </Sheet>
  )
}
