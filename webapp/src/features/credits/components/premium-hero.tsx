import { Coins, ImagePlus, Images, Infinity as Endless, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'
import styles from './premium-hero.module.css'

type Benefit = 'photos' | 'chats' | 'gallery' | 'stays'

const benefits: [Benefit, LucideIcon][] = [
  ['photos', Images],
  ['chats', Endless],
  ['gallery', ImagePlus],
  ['stays', Coins],
]

/** The benefits of premium. */
export function PremiumHero() {
  const { t } = useTranslation('credits')
  const { settings } = useSettings()
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h2>
          {t('premium_headline')} <em>{t('premium_headline_accent')}</em>
        </h2>
      </div>
      <ul className={styles.benefits}>
        {benefits.map(([benefit, Icon]) => (
          <li key={benefit}>
            <Icon size={24} aria-hidden="true" />
            <p>
              <strong>{t(`benefit_${benefit}`)}</strong>
              {t(`benefit_${benefit}_text`, { count: settings?.message_credits ?? 0 })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
