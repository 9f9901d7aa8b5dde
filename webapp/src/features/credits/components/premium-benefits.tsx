import { Coins, ImagePlus, Images, Infinity as Endless, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'
import styles from './premium-benefits.module.css'

type Benefit = 'photos' | 'chats' | 'gallery' | 'stays'

const benefits: [Benefit, LucideIcon][] = [
  ['photos', Images],
  ['chats', Endless],
  ['gallery', ImagePlus],
  ['stays', Coins],
]

/** The benefits of premium; on a phone without their explanations, so that the prices follow on the first screen. */
export function PremiumBenefits() {
  const { t } = useTranslation('credits')
  const { settings } = useSettings()
  return (
    <ul className={styles.benefits}>
      {benefits.map(([benefit, Icon]) => (
        <li key={benefit}>
          <Icon size={22} aria-hidden="true" />
          <p>
            <strong>{t(`benefit_${benefit}`)}</strong>
            <span>{t(`benefit_${benefit}_text`, { count: settings?.message_credits ?? 0 })}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
