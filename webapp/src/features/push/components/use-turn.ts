import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { showToast } from '@/ui'
import { turnOff, turnOn } from '@/features/push/model/device'

/** Turns pushes on or off in this browser, and says how that went. */
export function useTurn(memberId: string, publicKey: string) {
  const { t } = useTranslation('push')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)

  const turn = async (on: boolean) => {
    setBusy(true)
    try {
      const status = on ? await turnOn(memberId, publicKey) : (await turnOff(memberId), 'capable')
      if (status === 'subscribed') showToast({ text: t('turned_on'), kind: 'success' })
      if (!on) showToast({ text: t('turned_off') })
    } catch (error) {
      // A browser without a push service of its own says no in words of its own.
      showToast({ text: isApiError(error) ? errorText(error) : t('failed'), kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, turn }
}
