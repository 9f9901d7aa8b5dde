import { useTranslation } from 'react-i18next'
import styles from './legal-text.module.css'

type Page = 'terms' | 'privacy' | 'cookies' | 'ban' | 'return-policy' | 'faq' | 'service'

interface Facts {
  name: string
  min_age: number
  email: string
  refund_days: number
  credits: number
  free: number
  company: string
}

/** The numbered sections of a page, as many as its texts have. */
export function LegalText({ page, facts }: { page: Page; facts: Facts }) {
  const { t, i18n } = useTranslation('legal')
  const numbers: number[] = []
  while (i18n.exists(`legal:${page}_${numbers.length + 1}_title`)) numbers.push(numbers.length + 1)
  return (
    <div className={styles.text}>
      {numbers.map((number) => (
        <section key={number}>
          <h2>{t(`${page}_${number as 1}_title`, { ...facts })}</h2>
          <p>{t(`${page}_${number as 1}_text`, { ...facts })}</p>
        </section>
      ))}
    </div>
  )
}
