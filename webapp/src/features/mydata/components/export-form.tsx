import { Download } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@/api/new-id'
import { useErrorText } from '@/api/use-error-text'
import { useDates } from '@/i18n/use-dates'
import { Button, ErrorState, Loading, Notice, PasswordInput, Skeleton } from '@/ui'
import { useExport, type Export } from '@/features/mydata/api/exports'
import styles from './mydata.module.css'

/** Asks for a copy of one's own data, and says how far it is. */
export function ExportForm() {
  const { t } = useTranslation('mydata')
  const errorText = useErrorText()
  const { current, error, request, retry } = useExport()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [asked] = useState(() => Date.now())
  const id = useRef(newId())

  if (current === undefined && error) return <ErrorState error={error} onRetry={retry} />
  if (current === undefined)
    return (
      <Loading>
        <Skeleton height="160px" />
      </Loading>
    )

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const password = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    setFailure(null)
    await request(id.current, password).catch(setFailure)
    setBusy(false)
  }

  const isOpen = current === null || (current.state !== 'gathering' && new Date(current.next_at).getTime() <= asked)
  const problem = failure === null ? undefined : errorText(failure)
  return (
    <div className={styles.form}>
      <p>{t('export_what')}</p>
      {current && <Progress current={current} />}
      {isOpen && (
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <PasswordInput
            label={t('export_password')}
            name="password"
            autoComplete="current-password"
            required
            error={problem}
          />
          <Button type="submit" busy={busy} icon={<Download size={20} aria-hidden="true" />}>
            {t('export_action')}
          </Button>
        </form>
      )}
    </div>
  )
}

function Progress({ current }: { current: Export }) {
  const { t } = useTranslation('mydata')
  const { moment: time } = useDates()
  const again = t('export_again', { date: time(current.next_at) })
  if (current.state === 'gathering') {
    const words = t('export_gathering', { done: current.delivered, all: current.services })
    return (
      <Notice role="status">
        <p>{words}</p>
        <progress className={styles.progress} value={current.delivered} max={current.services} aria-label={words} />
      </Notice>
    )
  }
  return (
    <Notice kind={current.state === 'ready' ? 'success' : 'plain'} role="status">
      <p>
        {current.state === 'ready'
          ? t('export_ready', { date: time(current.expires_at ?? '') })
          : t(`export_${current.state}`)}
      </p>
      <p>{again}</p>
    </Notice>
  )
}
