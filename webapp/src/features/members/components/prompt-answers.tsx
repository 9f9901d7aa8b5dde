import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id, Picture, Profile } from '@/api/types'
import { Photo } from '@/ui'
import styles from './prompt-answers.module.css'

interface Props {
  profile: Profile
  onOpen: (index: number) => void
  /** The like for one of them. */
  likeOf: ((part: LikeablePart) => ReactNode) | undefined
}

export type LikeablePart = { id: Id; photo: Picture } | { id: Id; question: string; text: string }

/** The answers to prompts, each with the next photo behind it; a blurred photo is in the gallery alone. */
export function PromptAnswers({ profile, onOpen, likeOf }: Props) {
  const { t } = useTranslation('members')
  // The previous release sends none.
  const answers = (profile as Partial<Profile>).prompts ?? []
  if (answers.length === 0) return null
  return (
    <div className={styles.answers}>
      {answers.map(({ id, question, text }, place) => {
        const photo = profile.photos[place + 1]
        return (
          <div key={id} className={styles.pair}>
            <section className={styles.card} aria-label={question ?? undefined}>
              <h2 className={styles.question}>{question}</h2>
              <p className={styles.text}>{text}</p>
              {likeOf && <div className={styles.like}>{likeOf({ id, question: question ?? '', text })}</div>}
            </section>
            {photo && !('locked' in photo) && (
              <button
                type="button"
                className={styles.photo}
                aria-label={t('photo_open', { number: place + 2, total: profile.photos.length })}
                onClick={() => onOpen(place + 1)}
              >
                <Photo photo={photo} name={profile.name} alt="" sizes="(min-width: 768px) 480px, 100vw" />
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
}
