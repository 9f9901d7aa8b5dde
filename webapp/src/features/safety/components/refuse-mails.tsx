import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, Page, PageTitle } from '@/ui'
import { refusePlanMails } from '@/features/safety/api/check-ins'

/** By the link in the mail to a chosen person: no more of them. Opening it changes nothing. */
export function RefuseMails({ token }: { token: string }) {
  const { t } = useTranslation('safety')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isDone, setDone] = useState(false)
  const refuse = async () => {
    setBusy(true)
    setError(null)
    await refusePlanMails(token)
      .then(() => setDone(true))
      .catch(setError)
    setBusy(false)
  }
  return (
    <Page width="reading">
      <PageTitle title={t('refuse_title')} lead={t('refuse_text')} />
      <div role="status">{isDone && <Notice kind="success">{t('refuse_done')}</Notice>}</div>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      {!isDone && (
        <div>
          <Button busy={busy} onClick={() => void refuse()}>
            {t('refuse_action')}
          </Button>
        </div>
      )}
    </Page>
  )
}
