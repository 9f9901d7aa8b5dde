import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Postbacks } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useDates } from '@/i18n/use-dates'
import { Button, useToast } from '@/ui'
import { sendPostbackAgain } from '@/features/marketing/api/postbacks'
import styles from '@/features/marketing/sources/sources.module.css'
import tableStyles from './postback-log.module.css'
import { useAnswerText } from './use-answer-text'

interface Props {
  network: string
  log: Postbacks['log']
}

/** The newest postbacks of the network, each with its last answer. No sub id is shown, because none is stored. */
export function PostbackLog({ network, log }: Props) {
  const { t } = useTranslation('marketing')
  const { moment } = useDates()
  const answerText = useAnswerText()
  const outcome = (row: Postbacks['log'][number]) => {
    switch (row.reason) {
      case 'reversed':
      case 'no_consent':
      case 'no_template':
      case 'sale_not_sent':
        return t(`postback_not_${row.reason}`)
      case 'refused':
        return t('postback_refused')
      default:
        // A claimed one has a try before it has an answer.
        return row.milliseconds === null ? t('postback_not_tried') : answerText(row)
    }
  }
  return (
    <section className={styles.costs}>
      <h3 id="postback-log">{t('postback_log')}</h3>
      {log.length === 0 ? (
        <p className={styles.quiet}>{t('postback_log_empty')}</p>
      ) : (
        // Scrolled by keyboard on a phone.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={tableStyles.scroll} role="region" aria-labelledby="postback-log" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('postback_at')}</th>
                <th scope="col">{t('postback_goal')}</th>
                <th scope="col">{t('postback_state')}</th>
                <th scope="col">{t('postback_answer')}</th>
                <th scope="col">{t('postback_tries')}</th>
              </tr>
            </thead>
            <tbody>
              {log.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{moment(row.created_at)}</th>
                  <td>{t(`postback_${row.goal}`)}</td>
                  <td>
                    {t(`postback_${row.state}`)}{' '}
                    {(row.state === 'sent' || row.state === 'failed') && <SendAgain network={network} id={row.id} />}
                  </td>
                  <td>{outcome(row)}</td>
                  <td>{row.tries}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function SendAgain({ network, id }: { network: string; id: string }) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await sendPostbackAgain(network, id)
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="quiet" small busy={isBusy} onClick={() => void send()}>
      {t('postback_again')}
    </Button>
  )
}
