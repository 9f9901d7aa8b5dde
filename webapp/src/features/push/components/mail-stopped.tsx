import { MailX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, useToast } from '@/ui'
import { reasonOf } from '@/features/push/model/mail-reasons'

/** Why no mail comes, and the way to have it again. */
export function MailStopped({ reason, onResume }: { reason: string; onResume: () => Promise<unknown> }) {
  const showToast = useToast()
  const { t } = useTranslation('push')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    try {
      await onResume()
      showToast({ text: t('mail_resumed'), kind: 'success' })
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Notice
      kind="warning"
      icon={<MailX size={22} aria-hidden="true" />}
      title={t('mail_stopped')}
      actions={
        <Button small busy={busy} onClick={() => void resume()}>
          {t('mail_resume')}
        </Button>
      }
    >
      {t(`mail_${reasonOf(reason)}`)}
    </Notice>
  )
}
