import { TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SiteCode } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, EmptyState, ErrorState, Loading, Skeleton, useToast } from '@/ui'
import { endCode, useCodes } from '@/features/marketing/api/codes'
import { landerLink } from '@/features/marketing/model/lander-link'
import { useFigures } from '@/features/marketing/report/use-figures'
import styles from '@/features/marketing/sources/sources.module.css'
import { CodeForm } from './code-form'
import { lastDay } from './model'

/** The discount codes of the site: what each gives, to whom it was given, and until when. */
export function CodesScreen() {
  const { t } = useTranslation('marketing')
  const { data, error, mutate } = useCodes()
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data)
    return (
      <Loading>
        <Skeleton height="220px" />
      </Loading>
    )
  return (
    <div className={styles.sources}>
      {data.codes.length === 0 && (
        <EmptyState icon={<TicketPercent size={28} />} title={t('codes_empty')} text={t('codes_empty_text')} />
      )}
      <CodeForm />
      {data.codes.length > 0 && (
        <ul className={styles.networks} aria-label={t('codes')}>
          {data.codes.map((code) => (
            <li key={code.code}>
              <CodeCard code={code} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function CodeCard({ code }: { code: SiteCode }) {
  const { t } = useTranslation('marketing')
  const { money, number, day, percent } = useFigures()
  const sum = ({ value, currency }: { value: string; currency: string }) =>
    money(Math.round(Number(value) * 100), currency)
  const isOpen = code.state === 'active' || code.state === 'planned'
  // The limits of a code for all sites count their uses together, so the figures of this one are not part of them.
  const isOwn = !code.is_for_all_sites
  const lines = [
    code.most_uses === null || !isOwn
      ? t('code_used', { uses: number(code.uses) })
      : t('code_used_of', { uses: number(code.uses), most: number(code.most_uses) }),
    code.given.length > 0 && t('code_given', { sum: code.given.map(sum).join(' + ') }),
    isOwn && code.budget && t('code_budget_of', { sum: sum(code.budget) }),
    code.starts_at && t('code_from', { day: day(code.starts_at) }),
    code.expires_at && t('code_until', { day: day(lastDay(code.expires_at)) }),
  ]
  return (
    <article className={styles.network} aria-label={code.code}>
      <h2>{code.code}</h2>
      <p>
        {t(`code_${code.state}`)} · {t('code_gives', { percent: percent(code.percentage / 100) })}
        {code.campaign && ` · ${code.campaign}`}
      </p>
      <p className={styles.quiet}>{lines.filter(Boolean).join(' · ')}</p>
      {!isOwn && <p className={styles.quiet}>{t('code_all_sites')}</p>}
      {isOpen && (
        <>
          <p className={styles.quiet}>
            {t('network_link')} <code>{landerLink(`code=${code.code}`)}</code>
          </p>
          {isOwn && <EndCode code={code.code} />}
        </>
      )}
    </article>
  )
}

/** Ends a code after a second press: an ended one can never be used again. */
function EndCode({ code }: { code: string }) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const end = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await endCode(code)
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  if (!isAsked)
    return (
      <Button kind="secondary" small onClick={() => setAsked(true)}>
        {t('code_end')}
      </Button>
    )
  return (
    <div className={styles.form} role="group" aria-label={t('code_end')}>
      <p>{t('code_end_text')}</p>
      <div className={styles.actions}>
        <Button kind="danger" small busy={isBusy} onClick={() => void end()}>
          {t('code_end_sure', { code })}
        </Button>
        <Button kind="quiet" small onClick={() => setAsked(false)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
