import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenCase } from '@/api/types'
import { useMinAge } from '@/api/use-settings'
import { Button, Select, TextArea, TextInput } from '@/ui'
import type { Verdict } from '@/features/staff/api/queue'
import { reasonsFor, verdictOf, type Ground, type ReasonOption } from '@/features/staff/model/verdicts'
import { useKeys } from '@/features/staff/model/keys'
import { ReplySelect } from './reply-select'
import styles from './queue.module.css'

interface Props {
  found: OpenCase
  measure: Verdict['measure']
  busy: boolean
  onBack: () => void
  onDecide: (verdict: Verdict) => void
}

/** Why: a sentence that the member reads in their own language, and words of one's own beside it. A number chooses. */
export function ReasonPanel({ found, measure, busy, onBack, onDecide }: Props) {
  const { t } = useTranslation(['staff', 'complaints', 'photos', 'common'])
  const minAge = useMinAge()
  const [facts, setFacts] = useState('')
  const [days, setDays] = useState('')
  const [ground, setGround] = useState<Ground>('terms')
  const [tried, setTried] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  const reasons = reasonsFor(found, measure)
  const lasts = measure === 'suspend' || measure === 'hide'
  // An appeal's answer stands on the ground of the decision that it is about.
  const takesGround = Boolean(found.complaint) && !['appeal', 'verification'].includes(found.complaint?.kind ?? '')
  const takesWords = measure !== 'reject'
  const inOwnWords = { key: 'own', of: 'own' } as const
  useEffect(() => heading.current?.focus(), [])

  const decide = (reason: ReasonOption) => {
    if (busy) return
    if (reason.of === 'own' && !facts.trim()) {
      setTried(true)
      words.current?.focus()
      return
    }
    onDecide(verdictOf(found, measure, reason, { facts, days: Number(days), ground }))
  }
  useKeys((key) => {
    const reason = reasons[Number(key) - 1]
    if (reason) decide(reason)
    return reason !== undefined
  })

  const textOf = ({ key, of }: ReasonOption) => {
    if (of === 'photo') return t(`photos:reason_${key as 'nudity'}`)
    if (of === 'verification') return t(`complaints:reason_${key as 'not_visible'}`)
    return t(`complaints:template_${key as 'money'}`, { min_age: minAge })
  }
  return (
    <section className={styles.reasons} aria-label={t('staff:reason_choose')}>
      <h3 ref={heading} tabIndex={-1}>
        {t('staff:reason_choose')}
      </h3>
      {found.text_held && found.complaint && <p>{t('staff:text_held')}</p>}
      <div className={styles.reasonFields}>
        {takesWords && <ReplySelect language={found.context?.language ?? 'en'} field={words} />}
        {takesWords && (
          <TextArea
            label={t('staff:own_words')}
            hint={t('staff:own_words_hint')}
            rows={2}
            maxLength={4000}
            ref={words}
            value={facts}
            error={tried && !facts.trim() ? t('complaints:text_required') : undefined}
            onChange={(event) => setFacts(event.target.value)}
          />
        )}
        {lasts && (
          <TextInput
            label={t('staff:days')}
            hint={t(measure === 'suspend' ? 'staff:days_hint' : 'staff:days_hint_hide')}
            inputMode="numeric"
            value={days}
            onChange={(event) => setDays(event.target.value.replace(/\D/g, '').slice(0, 4))}
          />
        )}
        {takesGround && (
          <Select
            label={t('staff:ground')}
            value={ground}
            onChange={(event) => setGround(event.target.value as Ground)}
          >
            <option value="terms">{t('staff:ground_terms')}</option>
            <option value="law">{t('staff:ground_law')}</option>
          </Select>
        )}
      </div>
      <ol className={styles.templates}>
        {reasons
          .filter(({ of }) => of !== 'own')
          .map((reason, place) => (
            <li key={reason.key}>
              <Button
                kind="secondary"
                wide
                className={styles.template}
                aria-keyshortcuts={place < 9 ? String(place + 1) : undefined}
                onClick={() => decide(reason)}
              >
                {place < 9 && <kbd>{place + 1}</kbd>} {textOf(reason)}
              </Button>
            </li>
          ))}
      </ol>
      <div className={styles.back}>
        {reasons.some(({ of }) => of === 'own') && (
          <Button busy={busy} onClick={() => decide(inOwnWords)}>
            {t('staff:own_words_only')}
          </Button>
        )}
        <Button kind="quiet" aria-keyshortcuts="Escape" onClick={onBack}>
          {t('common:cancel')}
        </Button>
      </div>
    </section>
  )
}
