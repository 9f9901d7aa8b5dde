import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '@/ui'
import { HeroPortraits } from './hero-portraits'
import styles from './hero.module.css'

/** The promise, one action and three people. `title` names the window, in the site's own words. */
export function Hero({ title, actions }: { title: string | null; actions: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <PageTitle className={styles.title} title={title ?? `${t('hero_title')} ${t('hero_title_accent')}`}>
          {t('hero_title')} <em>{t('hero_title_accent')}</em>
        </PageTitle>
        <p className={styles.text}>{t('hero_text')}</p>
        <div className={styles.actions}>{actions}</div>
      </div>
      <HeroPortraits />
    </section>
  )
}
