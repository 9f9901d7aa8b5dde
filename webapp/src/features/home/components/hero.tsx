import type { ReactNode } from 'react'
import type { Settings } from '@/api/types'
import { PageTitle } from '@/ui'
import { HeroPortraits } from './hero-portraits'
import styles from './hero.module.css'

interface Props {
  words: Settings['hero'][string]
  /** Names the window, in the site's own words. */
  title: string | null
  actions: ReactNode
}

/** The promise, one action and three people. */
export function Hero({ words: { title: promise, accent, text }, title, actions }: Props) {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
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
