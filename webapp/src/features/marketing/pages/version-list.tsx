import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageOfDesk } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useDates } from '@/i18n/use-dates'
import { Button, Notice, TextInput } from '@/ui'
import { changePage } from './use-pages'
import styles from './pages.module.css'

export function VersionList({ page }: { page: PageOfDesk }) {
  const { t } = useTranslation('landing')
  const errorText = useErrorText()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [planned, setPlanned] = useState('')

  const change = async (wanted: Parameters<typeof changePage>[1]) => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await changePage(page.slug, wanted)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const { moment: time } = useDates()
  const newest = page.versions[0]
  const open = page.publications.filter(({ state }) => state === 'waiting' || state === 'planned')

  return (
    <section className={styles.stack} aria-label={t('versions')}>
      <h3>{t('versions')}</h3>
      {problem && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      <ul className={styles.list}>
        {open.map(({ id, version, state, starts_at: startsAt, is_own: isOwn }) => (
          <li key={id}>
            {version !== null && t('version', { version })}{' '}
            {state === 'waiting' ? t('waiting') : t('planned', { at: time(startsAt) })}
            <span className={styles.row}>
              {state === 'waiting' && !isOwn && (
                <Button small busy={isBusy} onClick={() => void change({ action: 'approve', publication: id })}>
                  {t('approve')}
                </Button>
              )}
              <Button
                small
                kind="secondary"
                busy={isBusy}
                onClick={() => void change({ action: 'withdraw', publication: id })}
              >
                {t('withdraw')}
              </Button>
            </span>
          </li>
        ))}
        {page.versions.map(({ number, made_at: madeAt, preview }) => (
          <li key={number}>
            <strong>
              {t('version', { version: number })} {number === page.live_version && `(${t('live')})`}
            </strong>
            <span className={styles.quiet}>{time(madeAt)}</span>
            <span className={styles.row}>
              {preview &&
                page.locales.map((locale) => (
                  <a key={locale} href={`${preview}&lang=${locale}`} target="_blank" rel="noreferrer">
                    {t('preview')} {locale}
                  </a>
                ))}
            </span>
            {number !== page.live_version && (
              <Button
                small
                kind={number === newest?.number ? 'primary' : 'secondary'}
                busy={isBusy}
                onClick={() => void change({ action: 'publish', version: number })}
              >
                {number === newest?.number ? t('publish') : t('back')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {newest && newest.number !== page.live_version && (
        <div className={styles.row}>
          <TextInput
            type="datetime-local"
            label={t('plan_at')}
            value={planned}
            onChange={(event) => setPlanned(event.target.value)}
          />
          <Button
            kind="secondary"
            busy={isBusy}
            disabled={!planned}
            onClick={() =>
              void change({ action: 'publish', version: newest.number, starts_at: new Date(planned).toISOString() })
            }
          >
            {t('plan')}
          </Button>
        </div>
      )}
      {page.state === 'live' && (
        <Button kind="danger" busy={isBusy} onClick={() => void change({ action: 'retire' })}>
          {t('retire')}
        </Button>
      )}
    </section>
  )
}
