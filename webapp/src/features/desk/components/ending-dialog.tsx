import { useTranslation } from 'react-i18next'
import type { StaffPerson } from '@/api/types'
import { useAction } from '@/api/use-action'
import { endAccess, inviteAgain } from '@/features/desk/api/people'
import { Button, Dialog, DialogActions, Notice } from '@/ui'
import styles from './desk.module.css'

interface Props {
  person: StaffPerson
  /** A new invitation, or the end of the account. */
  kind: 'again' | 'end'
  onClose: () => void
  onDone: () => void
}

/** Asks once more before sessions, password and second factor of a person end. */
export function EndingDialog({ person, kind, onClose, onDone }: Props) {
  const { t } = useTranslation(['desk', 'common'])
  const { busy, run, general } = useAction()
  const act = async () => {
    if (await run(() => (kind === 'end' ? endAccess(person.id) : inviteAgain(person.id)))) onDone()
  }
  return (
    <Dialog open closable={!busy} onClose={onClose} title={t(`${kind}_title`, { name: person.name })}>
      <div className={styles.form}>
        {general() && (
          <Notice kind="danger" role="alert">
            {general()}
          </Notice>
        )}
        <p>{t(`${kind}_text`)}</p>
        <DialogActions>
          <Button kind={kind === 'end' ? 'danger' : 'primary'} busy={busy} onClick={() => void act()}>
            {t(`${kind}_action`)}
          </Button>
          <Button kind="secondary" disabled={busy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
