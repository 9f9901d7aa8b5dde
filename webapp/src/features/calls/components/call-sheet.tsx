import { Phone, Video } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '@/api/client'
import type { Card, Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { createCallRequest } from '@/features/calls/model/call-request'
import { useSingleton } from '@/singletons'
import { Button, FieldError, Sheet, Switch } from '@/ui'
import type { Consent } from './call-button'
import styles from './call-sheet.module.css'

interface Props {
  profile: Card
  conversationId: Id
  consent: Consent
  onClose: () => void
}

/** Calls the partner once both consent, with the price; and the member's consent to calls in this conversation. */
export default function CallSheet({ profile, conversationId, consent, onClose }: Props) {
  const { t } = useTranslation('calls')
  const request = useSingleton(createCallRequest)
  const { name } = profile
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
  const call = (kind: 'voice' | 'video') => {
    onClose()
    request.set({ profile, kind })
  }
  return (
    <Sheet open onClose={onClose} title={t('consent_title', { name })}>
      <div className={styles.consent}>
        {isOn && consent.partner && (
          <div className={styles.call}>
            <Button icon={<Phone size={20} aria-hidden="true" />} onClick={() => call('voice')}>
              {t('voice')}
            </Button>
            <Button icon={<Video size={20} aria-hidden="true" />} onClick={() => call('video')}>
              {t('video')}
            </Button>
          </div>
        )}
        <p className={styles.state}>{consent.credits > 0 ? t('price', { count: consent.credits }) : t('free')}</p>
        <Switch label={t('consent_switch')} checked={isOn} onChange={(on) => void change(on)} />
        {error !== null && <FieldError id="consent-error">{errorText(error)}</FieldError>}
        <p>{t('consent_text', { name })}</p>
        <p>{t(consent.partner ? 'partner_on' : 'partner_off', { name })}</p>
        <p>{t('private')}</p>
      </div>
    </Sheet>
  )
}
