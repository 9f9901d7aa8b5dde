import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignOfDesk } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, FieldError, TextInput, useToast } from '@/ui'
import { mailTest, setCampaignState } from '@/features/marketing/api/campaigns'
import styles from './campaigns.module.css'

/** Test, send, take back and stop. Sending takes two presses: it goes to people. */
export function CampaignActions({ campaign, queued }: { campaign: CampaignOfDesk; queued: number }) {
  const { t, i18n } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [at, setAt] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { id, state, document } = campaign
  const written = Object.keys(document.texts)
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
  const setState = (next: 'draft' | 'scheduled' | 'stopped', time?: string) =>
    void run(() => setCampaignState(id, next, time), t('saved'))

  return (
    <section className={styles.group} aria-label={t(`campaign_${state}`)}>
      <div className={styles.row}>
        <Button
          kind="secondary"
          busy={isBusy}
          onClick={() => void run(() => mailTest(id, language), t('campaign_test_sent'))}
        >
          {t('campaign_test')}
        </Button>
        {state === 'scheduled' && (
          <Button kind="secondary" onClick={() => setState('draft')}>
            {t('campaign_unschedule')}
          </Button>
        )}
        {(state === 'sending' || (state === 'sent' && queued > 0)) && (
          <Button kind="danger" onClick={() => setState('stopped')}>
            {t('campaign_stop')}
          </Button>
        )}
      </div>
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
