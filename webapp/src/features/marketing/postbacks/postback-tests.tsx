import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Postbacks } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, useToast } from '@/ui'
import { testPostback, type Goal } from '@/features/marketing/api/postbacks'
import styles from '@/features/marketing/sources/sources.module.css'
import { goals } from './terms-form'
import { useAnswerText } from './use-answer-text'

interface Props {
  network: string
  postbacks: Postbacks
}

/** Sends one postback with test values for a goal, and shows what the network answered. */
export function PostbackTests({ network, postbacks }: Props) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const answerText = useAnswerText()
  const [busyWith, setBusyWith] = useState<Goal>()
  const reported = goals.filter((goal) => postbacks.templates[goal])
  if (reported.length === 0) return null

  const send = async (goal: Goal) => {
    if (busyWith) return
    setBusyWith(goal)
    try {
      await testPostback(network, goal)
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    } finally {
      setBusyWith(undefined)
    }
  }
  return (
    <section className={styles.costs} aria-labelledby="postback-tests">
      <h3 id="postback-tests">{t('postback_tests')}</h3>
      <p className={styles.quiet}>{t('postback_tests_text')}</p>
      <div className={styles.actions}>
        {reported.map((goal) => (
          <Button key={goal} kind="secondary" small busy={busyWith === goal} onClick={() => void send(goal)}>
            {t('postback_test', { goal: t(`postback_${goal}`) })}
          </Button>
        ))}
      </div>
      <ul aria-live="polite">
        {postbacks.tests.map((test) => (
          <li key={test.id}>
            {t(`postback_${test.goal}`)}: {test.is_sent ? answerText(test) : t('postback_waits')}
          </li>
        ))}
      </ul>
    </section>
  )
}
