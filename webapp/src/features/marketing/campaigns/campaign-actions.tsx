import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignOfDesk } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, FieldError, TextInput, useToast } from '@/ui'
import { useNavigate } from 'react-router'
import { newId } from '@/api/new-id'
import { paths } from '@/paths'
import { mailTest, makeCampaign, setCampaignState, type NextState } from '@/features/marketing/api/campaigns'
import { documentsOf } from './model'
import styles from './campaigns.module.css'

interface Props {
  campaign: CampaignOfDesk
  queued: number
  /** The number of the email of a series that a test is of. */
  message: number
  /** The number of the subject that a test has. */
  subject: number
}

/** Test, send, take back, close, stop and copy. Sending takes two presses: it goes to people. */
export function CampaignActions({ campaign, queued, message, subject }: Props) {
  const { t, i18n } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [at, setAt] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const { id, state, series } = campaign
  const written = Object.keys(documentsOf(campaign)[message]?.texts ?? {})
  const language = written.includes(i18n.language) ? i18n.language : (written[0] ?? 'en')

  const run = async (act: () => Promise<unknown>, done: string) => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
      showToast({ text: done, kind: 'success' })
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const copy = () =>
    void run(async () => {
      const { name, kind, audience, segment_id, holdout, document } = campaign
      const made = newId()
      await makeCampaign(made, { name, kind, audience, segment_id, holdout, document, series })
      await navigate(`${paths.marketing('campaigns')}/${made}`)
    }, t('saved'))
  const setState = (next: NextState, time?: string) => void run(() => setCampaignState(id, next, time), t('saved'))

  return (
    <section className={styles.group} aria-label={t(`campaign_${state}`)}>
      <div className={styles.row}>
        <Button
          kind="secondary"
          busy={isBusy}
          onClick={() => void run(() => mailTest(id, language, message, subject), t('campaign_test_sent'))}
        >
          {t('campaign_test')}
        </Button>
        {state === 'scheduled' && (
          <Button kind="secondary" onClick={() => setState('draft')}>
            {t('campaign_unschedule')}
          </Button>
        )}
        {state === 'sending' && series && !campaign.closed_at && (
          <Button kind="secondary" onClick={() => setState('closed')}>
            {t('series_close')}
          </Button>
        )}
        {(state === 'sending' || (state === 'sent' && queued > 0)) && (
          <Button kind="danger" onClick={() => setState('stopped')}>
            {t('campaign_stop')}
          </Button>
        )}
        {state !== 'draft' && (
          <Button kind="quiet" onClick={copy}>
            {t('campaign_copy')}
          </Button>
        )}
      </div>
      {state === 'sending' && series && <p className={styles.quiet}>{t('series_close_text')}</p>}
      {state === 'draft' && (
        <>
          <TextInput
            label={t('campaign_at')}
            type="datetime-local"
            value={at}
            onChange={(event) => setAt(event.target.value)}
          />
          {isAsked ? (
            <div className={styles.row} role="group" aria-label={t('campaign_send')}>
              <p>{t('campaign_sure_text')}</p>
              <Button onClick={() => setState('scheduled', at ? new Date(at).toISOString() : undefined)}>
                {t('campaign_sure')}
              </Button>
              <Button kind="quiet" onClick={() => setAsked(false)}>
                {t('cancel')}
              </Button>
            </div>
          ) : (
            <div className={styles.row}>
              <Button onClick={() => setAsked(true)}>{t('campaign_send')}</Button>
            </div>
          )}
        </>
      )}
      {problem && (
        <div role="alert">
          <FieldError id="campaign-refusal">{problem}</FieldError>
        </div>
      )}
    </section>
  )
}
