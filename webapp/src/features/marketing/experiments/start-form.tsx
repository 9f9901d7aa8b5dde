import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, Select, TextArea } from '@/ui'
import styles from '@/features/marketing/pages/pages.module.css'
import { usePages } from '@/features/marketing/pages/use-pages'
import { ArmFields } from './arm-fields'
import { Estimate } from './estimate'
import { evenArms, weightsOf, type ChosenArm } from './model'
import { startExperiment, type NewExperiment } from './use-experiments'

const goals = ['sign_up', 'confirmed', 'purchase', 'net_revenue'] as const

/** Splits a live page between two to four of its versions and of other pages. */
export function StartForm() {
  const { t } = useTranslation('landing')
  const { t: say } = useTranslation('errors')
  const errorText = useErrorText()
  const { data } = usePages()
  const live = data?.pages.filter(({ state, has_experiment: runs }) => state === 'live' && !runs) ?? []
  const [slug, setSlug] = useState('')
  const [goal, setGoal] = useState<NewExperiment['goal']>('sign_up')
  const [chosen, setChosen] = useState<ChosenArm[]>()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const page = live.find((each) => each.slug === slug) ?? live[0]
  if (!page) return null
  const numbers = Array.from({ length: page.versions }, (_, index) => page.versions - index)
  const other = numbers.find((each) => each !== page.live_version)
  const others = (data?.pages ?? []).flatMap(({ slug: name, scene, state, live_version: version }) =>
    state === 'live' && version && name !== page.slug && !scene.startsWith('member') ? [{ version, page: name }] : [],
  )
  const first = { version: page.live_version ?? 1 }
  const arms = chosen ?? evenArms([first, other ? { version: other } : (others[0] ?? first)])
  const isSplit = numbers.length + others.length > 1

  const start = async (event: SyntheticEvent) => {
    event.preventDefault()
    const weights = weightsOf(arms)
    if (!weights) {
      setProblem(say('weights_do_not_sum'))
      return
    }
    try {
      const versions = arms.map(({ version, page: copied }, index) => ({
        version,
        ...(copied && { page: copied }),
        weight: weights[index] ?? 0,
      }))
      await startExperiment({ slug: page.slug, goal, arms: versions, note })
      setProblem(undefined)
      setNote('')
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
          {...(goal === 'net_revenue' && { hint: t('goal_net_revenue_hint') })}
          value={goal}
          onChange={(event) => setGoal(event.target.value as NewExperiment['goal'])}
        >
          {goals.map((each) => (
            <option key={each} value={each}>
              {t(`goal_${each}`)}
            </option>
          ))}
        </Select>
      </div>
      <ArmFields arms={arms} numbers={numbers} others={others} onChange={setChosen} />
      <TextArea
        label={t('exp_note')}
        hint={t('exp_note_hint')}
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.target.value)}
      />
      <Estimate key={`${page.slug} ${goal}`} slug={page.slug} goal={goal} arms={arms.length} />
      {!isSplit && <Notice>{t('exp_second_needed')}</Notice>}
      {problem && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button type="submit" disabled={!isSplit}>
        {t('start')}
      </Button>
    </form>
  )
}
