import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '@/api/types'
import { PageTitle } from '@/ui'
import { HeroPortraits } from './hero-portraits'
import styles from './hero.module.css'

interface Props {
  words: Settings['hero'][string]
  /** Names the window, in the site's own words. */
  title: string | null
  actions: ReactNode
  /** Of the site: 2 to 7 have a line above the promise and colours behind the people. */
  niche: number
}

/** Niches with words of their own. */
const NAMED = [2, 3, 4, 5, 6, 7] as const

/** The promise, one action and three people. */
export function Hero({ words: { title: promise, accent, text }, title, actions, niche }: Props) {
  const { t } = useTranslation()
  const named = NAMED.find((each) => each === niche)
  return (
    <section className={styles.hero} data-niche={niche}>
      <div className={styles.words}>
        {named && <p className={styles.kicker}>{t(`hero_niche_${named}`)}</p>}
        <PageTitle className={styles.title} title={title ?? `${promise} ${accent}`}>
          {promise} <em>{accent}</em>
        </PageTitle>
        <p className={styles.text}>{text}</p>
        <div className={styles.actions}>{actions}</div>
      </div>
      <HeroPortraits />
    </section>
  )
}
