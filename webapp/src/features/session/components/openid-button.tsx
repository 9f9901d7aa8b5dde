import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice } from '@/ui'
import { leaveForProvider, useOpenIdOffer } from '@/features/session/api/openid'

/** The way to the company's OpenID provider, where there is one. */
export function OpenIdButton() {
  const { t } = useTranslation('desk')
  const errorText = useErrorText()
  const offered = useOpenIdOffer()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  if (!offered) return null

  const leave = async () => {
    setBusy(true)
    setError(null)
    try {
      await leaveForProvider()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <Button
        kind="secondary"
        wide
        icon={<Building2 size={20} aria-hidden="true" />}
        busy={busy}
        onClick={() => void leave()}
      >
        {t('openid_action')}
      </Button>
    </>
  )
}
