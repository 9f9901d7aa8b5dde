import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Gender } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { Button, CheckChips, Notice } from '@/ui'
import { changeSeeks } from '@/features/profile/api/own-profile'
import styles from './profile.module.css'

/** The question for a member who has agreed to its use and has not said it; nothing once it is said. */
export function SeeksForm() {
  const { t } = useTranslation(['account', 'common'])
  const errorText = useErrorText()
  const { profile } = useOwnProfile()
  const [seeks, setSeeks] = useState<Gender[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSaved, setSaved] = useState(false)
  if (!profile || isSaved || profile.seeks.length > 0) return null

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || seeks.length === 0) return
    setBusy(true)
    setFailure(null)
    await changeSeeks({ seeks }, true)
      .then(() => setSaved(true))
      .catch(setFailure)
    setBusy(false)
  }

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      {failure !== null && (
        <Notice kind="danger" role="alert">
          {errorText(failure)}
        </Notice>
      )}
      <CheckChips
        label={t('account:seeks')}
        options={[
          { value: 'female', label: t('common:women') },
          { value: 'male', label: t('common:men') },
        ]}
        values={seeks}
        onChange={setSeeks}
      />
      <div className={styles.buttons}>
        <Button type="submit" kind="secondary" small busy={busy} disabled={seeks.length === 0}>
          {t('common:save')}
        </Button>
      </div>
    </form>
  )
}
