import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { mutate } from 'swr'
import { keys } from '@/api/keys'
import { useErrorText } from '@/api/use-error-text'
import { acceptTerms } from '@/features/mydata/api/consents'
import { Button, Dialog, DialogActions, Notice } from '@/ui'
import { paths } from '@/paths'

const readable = ['/pages/', '/settings', paths.accountDeleted]

/** Asks for consent to newer terms at the next visit; the terms and the deletion of the account stay reachable. */
export default function TermsChanged() {
  const { t } = useTranslation('mydata')
  const errorText = useErrorText()
  const { pathname } = useLocation()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const accept = async () => {
    setBusy(true)
    setFailure(null)
    await acceptTerms()
      .then(() => mutate(keys.user))
      .catch(setFailure)
    setBusy(false)
  }

  if (readable.some((path) => pathname.startsWith(path))) return null
  return (
    <Dialog open closable={false} onClose={() => undefined} title={t('terms_title')}>
      <p>{t('terms_text')}</p>
      <p>
        <Link to={paths.page('terms')}>{t('consent_terms')}</Link> ·{' '}
        <Link to={paths.page('privacy')}>{t('consent_privacy')}</Link>
      </p>
      {failure !== null && (
        <Notice kind="danger" role="alert">
          {errorText(failure)}
        </Notice>
      )}
      <DialogActions>
        <Button busy={busy} onClick={() => void accept()}>
          {t('terms_accept')}
        </Button>
      </DialogActions>
      <p>
        <Link to={paths.setting('delete')}>{t('terms_decline')}</Link>
      </p>
    </Dialog>
  )
}
