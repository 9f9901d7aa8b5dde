import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { createPushState } from '@/api/push-state'
import { useSingleton } from '@/singletons'
import { useErrorText } from '@/api/use-error-text'
import { useToast } from '@/ui'
import { turnOff, turnOn } from '@/features/push/model/device'

/** Turns pushes on or off in this browser, and says how that went. */
export function useTurn(memberId: string, publicKey: string) {
  const showToast = useToast()
  const { t } = useTranslation('push')
  const errorText = useErrorText()
  const push = useSingleton(createPushState)
  const [busy, setBusy] = useState(false)

  const turn = async (on: boolean) => {
    setBusy(true)
    try {
      const status = on ? await turnOn(push, memberId, publicKey) : (await turnOff(push, memberId), 'capable')
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
