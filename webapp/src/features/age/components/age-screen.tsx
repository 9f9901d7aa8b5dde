import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Checkbox, ErrorState, LinkButton, Loading, Notice, PageTitle, Skeleton } from '@/ui'
import { isWithheld, startAgeCheck, useAge } from '@/features/age/api/use-age'
import styles from './age-screen.module.css'

/** Confirming the age: by the member's statement, or on the page of a provider that leads back here. */
export function AgeScreen({ to }: { to: string }) {
  const { t } = useTranslation(['age', 'common'])
  const errorText = useErrorText()
  const { age, minAge, isAsked, error, declare, look, retry } = useAge()
  const [isStated, setIsStated] = useState(false)
  const [busy, setBusy] = useState<'go' | 'look' | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  const run = async (what: 'go' | 'look', action: () => Promise<unknown>) => {
    setBusy(what)
    setFailure(null)
    await action().catch(setFailure)
    setBusy(null)
  }
  const open = () => run('go', async () => window.location.assign(await startAgeCheck()))

  const isPending = age?.state === 'pending'
  const lookOnce = useEffectEvent(() => void look().catch(setFailure))
  useEffect(() => {
    // Back from the provider: its webhook may be on its way still.
    if (isPending) lookOnce()
  }, [isPending])

  if (!age && error) return <ErrorState error={error} onRetry={retry} />
  if (!age && isAsked !== false)
    return (
      <Loading>
        <Skeleton height="280px" />
      </Loading>
    )
  if (!age || !isWithheld(age)) {
    const hasPassed = age?.state === 'passed'
    return (
      <>
        <PageTitle title={t(hasPassed ? 'passed_title' : 'not_needed_title')} lead={hasPassed && t('passed_text')} />
        <LinkButton to={to}>{t('common:nav_search')}</LinkButton>
      </>
    )
  }
  return (
    <>
      <PageTitle title={t('title')} lead={t('why', { min_age: minAge })} />
      {age.state === 'failed' && (
        <Notice kind="warning" role="status" title={t('failed_title')}>
          {t('failed_text')}
        </Notice>
      )}
      {isPending && (
        <Notice role="status" title={t('pending_title')}>
          {t('pending_text')}
        </Notice>
      )}
      {failure !== null && (
        <Notice kind="danger" role="alert">
          {errorText(failure)}
        </Notice>
      )}
      {age.way === 'declaration' ? (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            void run('go', declare)
          }}
        >
          <p>{t('declare_text')}</p>
          <Checkbox
            label={t('declare_label', { min_age: minAge })}
            checked={isStated}
            onChange={(event) => setIsStated(event.target.checked)}
          />
          <Button type="submit" busy={busy === 'go'} disabled={!isStated}>
            {t('declare_action')}
          </Button>
        </form>
      ) : (
        <div className={styles.form}>
          <p>{t('provider_text')}</p>
          <Button busy={busy === 'go'} onClick={() => void open()}>
            {t(isPending ? 'continue_action' : age.state === 'failed' ? 'again_action' : 'start_action')}
          </Button>
          {isPending && (
            <Button kind="secondary" busy={busy === 'look'} onClick={() => void run('look', look)}>
              {t('look_action')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
