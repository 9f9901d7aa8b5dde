import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerConsent } from '@/api/consents'
import { useErrorText } from '@/api/use-error-text'
import { Button, Dialog, DialogActions } from '@/ui'
import { SlimNotice } from '@/ui/notices/slim-notice'

/** Asks a member from before this consent once, beside everything else. No is as easy as yes. */
export default function MatchingQuestion() {
  const { t } = useTranslation(['account', 'push'])
  const errorText = useErrorText()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const answer = async (given: boolean) => {
    setBusy(true)
    setFailure(null)
    await answerConsent('matching', given).catch(setFailure)
    setBusy(false)
  }

  return (
    <>
      <SlimNotice
        icon={<CircleHelp size={20} />}
        action={
          <Button kind="quiet" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('push:mail_look')}
          </Button>
        }
      >
        {t('account:seeks_ask_title')}
      </SlimNotice>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('account:seeks_ask_title')}>
        <p>{t('account:seeks_ask_text')}</p>
        {failure !== null && <p role="alert">{errorText(failure)}</p>}
        <DialogActions>
          <Button kind="secondary" busy={busy} onClick={() => void answer(true)}>
            {t('account:seeks_ask_yes')}
          </Button>
          <Button kind="secondary" busy={busy} onClick={() => void answer(false)}>
            {t('account:seeks_ask_no')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
