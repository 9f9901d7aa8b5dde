import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { Button, useToast } from '@/ui'
import { sendAgain } from '@/features/activation/api/activation'
import { clock, useCooldown } from '@/features/activation/model/cooldown'

export function SendAgainButton({ email }: { email: string }) {
  const showToast = useToast()
  const { t } = useTranslation('account')
  const errorText = useErrorText()
  const { left, start } = useCooldown()
  const [busy, setBusy] = useState(false)

  const send = async () => {
    setBusy(true)
    try {
      await sendAgain()
      start()
      showToast({ text: t('sent_again', { email }), kind: 'success' })
    } catch (error) {
      if (isApiError(error, 'rate_limited')) start(Math.min(60, error.retryAfter ?? 60))
      else showToast({ text: errorText(error), kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button kind="secondary" small busy={busy} disabled={left > 0} onClick={() => void send()}>
      {left > 0 ? t('send_again_in', { time: clock(left) }) : t('send_again')}
    </Button>
  )
}
