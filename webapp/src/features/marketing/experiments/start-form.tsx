import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, Select, TextInput } from '@/ui'
import styles from '@/features/marketing/pages/pages.module.css'
import { usePages } from '@/features/marketing/pages/use-pages'
import { startExperiment, type NewExperiment } from './use-experiments'

const goals = ['sign_up', 'confirmed', 'purchase'] as const

/** Splits a live page between two of its versions. */
export function StartForm() {
  const { t } = useTranslation('landing')
  const { t: say } = useTranslation('errors')
  const errorText = useErrorText()
  const { data } = usePages()
  const live = data?.pages.filter(({ state, has_experiment: runs }) => state === 'live' && !runs) ?? []
  const [slug, setSlug] = useState('')
  const [goal, setGoal] = useState<NewExperiment['goal']>('sign_up')
  const [chosen, setChosen] = useState<[number, number]>()
  const [share, setShare] = useState('50')
  const [problem, setProblem] = useState<string>()
  const page = live.find((each) => each.slug === slug) ?? live[0]
  if (!page) return null
  const numbers = Array.from({ length: page.versions }, (_, index) => page.versions - index)
  const [first, second] = chosen ?? [page.live_version ?? 1, numbers.find((each) => each !== page.live_version) ?? 1]

  const start = async (event: SyntheticEvent) => {
    event.preventDefault()
    const weight = Math.round(Number(share)) / 100
    if (!(weight > 0 && weight < 1)) {
      setProblem(say('weights_do_not_sum'))
      return
    }
    const arms = [
      { version: first, weight },
      { version: second, weight: 1 - weight },
    ]
    try {
      await startExperiment({ slug: page.slug, goal, arms })
      setProblem(undefined)
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void start(event)} noValidate>
      <h3>{t('exp_new')}</h3>
      <div className={styles.pair}>
        <Select
          label={t('exp_page')}
          value={page.slug}
          onChange={(event) => {
            setSlug(event.target.value)
            setChosen(undefined)
          }}
        >
          {live.map((each) => (
            <option key={each.slug}>{each.slug}</option>
          ))}
        </Select>
        <Select
          label={t('goal')}
          value={goal}
          onChange={(event) => setGoal(event.target.value as NewExperiment['goal'])}
        >
          {goals.map((each) => (
            <option key={each} value={each}>
              {t(`goal_${each}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t('exp_version', { name: 'A' })}
          value={first}
          onChange={(event) => setChosen([Number(event.target.value), second])}
        >
          {numbers.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
        <Select
          label={t('exp_version', { name: 'B' })}
          value={second}
          onChange={(event) => setChosen([first, Number(event.target.value)])}
        >
          {numbers.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
        <TextInput
          label={t('share')}
          type="number"
          min={1}
          max={99}
          value={share}
          onChange={(event) => setShare(event.target.value)}
        />
      </div>
      {page.versions < 2 && <Notice>{t('exp_second_needed')}</Notice>}
      {problem && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button type="submit" disabled={page.versions < 2}>
        {t('start')}
      </Button>
    </form>
  )
}
