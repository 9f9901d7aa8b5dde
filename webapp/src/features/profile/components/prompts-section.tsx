import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '@/api/types'
import { usePrompts } from '@/features/profile/api/use-prompts'
import { Notice, Select, TextArea } from '@/ui'
import { ProfileSection } from './profile-section'
import styles from './profile.module.css'

interface Answer {
  prompt: string
  text: string
}

const none: Answer = { prompt: '', text: '' }

/** The answers to prompts. One that the site does not offer now can be kept or taken out. */
export function PromptsSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const prompts = usePrompts()
  // The previous release sends none.
  const answers = (profile as Partial<OwnProfile>).prompts ?? []
  const saved = () => answers.map(({ prompt, text }) => ({ prompt, text }))
  const [written, setWritten] = useState<Answer[]>(saved)
  if (!prompts || (prompts.prompts.length === 0 && answers.length === 0)) return null
  const offered = new Set(prompts.prompts.map(({ id }) => id))
  const nameOf = (question: string | null) => question ?? t('profile_prompt_elsewhere')
  const kept = answers.filter(({ prompt }) => !offered.has(prompt))
  const options = [
    ...prompts.prompts,
    ...kept.map(({ prompt, question }) => ({ id: prompt, question: nameOf(question) })),
  ]
  const change = (place: number, answer: Answer) =>
    setWritten(
      Array.from({ length: prompts.most }, (_, index) => (index === place ? answer : (written[index] ?? none))),
    )
  return (
    <ProfileSection
      id="prompts"
      title={t('profile_prompts')}
      shown={
        <>
          {answers.length === 0 && <p className={styles.quiet}>{t('profile_prompts_empty')}</p>}
          {answers.length > 0 && (
            <dl className={styles.answers}>
              {answers.map(({ id, prompt, question, text }) => (
                <div key={id}>
                  <dt>{nameOf(question)}</dt>
                  <dd>{text}</dd>
                  {!offered.has(prompt) && <dd className={styles.note}>{t('profile_prompt_unshown')}</dd>}
                </div>
              ))}
            </dl>
          )}
          {answers.length > 0 && profile.about_held && <Notice kind="warning">{t('profile_about_held')}</Notice>}
        </>
      }
      form={
        <>
          <p className={styles.quiet}>{t('profile_prompts_hint')}</p>
          {Array.from({ length: prompts.most }, (_, place) => {
            const answer = written[place] ?? none
            const free = options.filter(
              ({ id }) => id === answer.prompt || written.every(({ prompt }) => prompt !== id),
            )
            return (
              <div key={place} className={styles.answer}>
                <Select
                  label={t('profile_prompt_topic', { number: place + 1 })}
                  value={answer.prompt}
                  onChange={(event) => change(place, { ...answer, prompt: event.target.value })}
                >
                  <option value="">{t('profile_prompt_none')}</option>
                  {free.map(({ id, question }) => (
                    <option key={id} value={id}>
                      {question}
                    </option>
                  ))}
                </Select>
                {answer.prompt && (
                  <TextArea
                    label={options.find(({ id }) => id === answer.prompt)?.question ?? ''}
                    value={answer.text}
                    maxLength={prompts.longest}
                    onChange={(event) => change(place, { ...answer, text: event.target.value })}
                  />
                )}
              </div>
            )
          })}
        </>
      }
      changes={() => ({ prompts: written.filter(({ prompt, text }) => prompt && text.trim()) })}
      onCancel={() => setWritten(saved())}
    />
  )
}
