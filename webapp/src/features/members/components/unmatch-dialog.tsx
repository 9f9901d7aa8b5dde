import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useActId } from '@/api/use-act-id'
import type { Card } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { paths } from '@/paths'
import { Button, Dialog, DialogActions, Select, useToast } from '@/ui'
import { seriousReasons, unmatchReasons, useBlock, type UnmatchReason } from '@/features/members/api/use-block'

interface Props {
  who: Pick<Card, 'id' | 'name'>
  onClose: () => void
}

type Serious = (typeof seriousReasons)[number]
const isSerious = (reason: UnmatchReason | ''): reason is Serious =>
  (seriousReasons as readonly string[]).includes(reason)

/** Ends the contact with a member, for a reason or none. A serious one leads on to a report. */
export default function UnmatchDialog({ who: { id, name }, onClose }: Props) {
  const { t } = useTranslation(['members', 'complaints', 'common'])
  const showToast = useToast()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { unmatch } = useBlock()
  const [reason, setReason] = useState<UnmatchReason | ''>('')
  const actId = useActId()
  const [busy, setBusy] = useState(false)

  const end = async (report: Serious | null) => {
    setBusy(true)
    try {
      await unmatch(actId.of(reason), id, reason || null)
      onClose()
      showToast({ text: t('members:unmatch_done', { name }) })
      if (report) await navigate(paths.complaintAbout(id, report))
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} title={t('members:unmatch_title', { name })} closable={!busy}>
      <p>{t('members:unmatch_text', { name })}</p>
      <Select
        label={t('members:unmatch_reason')}
        hint={t('members:unmatch_reason_hint', { name })}
        value={reason}
        onChange={(event) => setReason(event.target.value as UnmatchReason | '')}
      >
        <option value="">{t('members:unmatch_reason_none')}</option>
        {unmatchReasons.map((each) => (
          <option key={each} value={each}>
            {isSerious(each) ? t(`complaints:reason_${each}`) : t(`members:unmatch_${each}`)}
          </option>
        ))}
      </Select>
      <DialogActions>
        {isSerious(reason) && (
          <Button kind="danger" busy={busy} onClick={() => void end(reason)}>
            {t('members:unmatch_and_report')}
          </Button>
        )}
        <Button kind={isSerious(reason) ? 'secondary' : 'danger'} busy={busy} onClick={() => void end(null)}>
          {t('members:unmatch_confirm')}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
