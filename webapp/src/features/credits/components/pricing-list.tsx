import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '@/api/types'
import styles from './pricing-list.module.css'

/** Free and paid features, shown before sign-up. */
export function PricingList({ settings }: { settings: Settings }) {
  const { t } = useTranslation('credits')
  const free = [
    t('free_signup'),
    t('free_search'),
    t('free_likes'),
    t('free_reading'),
    t('free_messages', { count: settings.free_messages }),
    t('free_gift', { count: settings.signup_credits }),
  ]
  const credits = (count: number) => t('credits_count', { count })
  const paid = [
    [t('paid_message'), credits(settings.message_credits)],
    [t('paid_photo'), credits(settings.photo_credits)],
    [t('paid_voice'), credits(settings.photo_credits)],
    [t('paid_line'), t('paid_from', { count: settings.icebreaker_credits })],
    ...(settings.opener_credits ? [[t('paid_opener'), credits(settings.opener_credits)] as const] : []),
    ...(settings.calls && settings.call_credits ? [[t('paid_call'), credits(settings.call_credits)] as const] : []),
    [t('paid_gift'), t('paid_from', { count: settings.gift_credits })],
  ] as const
  return (
    <div className={styles.columns}>
      <section className={styles.part} aria-labelledby="free">
        <h2 id="free">{t('free_title')}</h2>
        <ul>
          {free.map((line) => (
            <li key={line}>
              <Check size={20} aria-hidden="true" />
              {line}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.part} aria-labelledby="paid">
        <h2 id="paid">{t('paid_title')}</h2>
        <dl>
          {paid.map(([name, price]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{price}</dd>
            </div>
          ))}
        </dl>
        <p>{t('paid_text')}</p>
        {settings.fictional_warning && <p>{t('fictional_note')}</p>}
      </section>
    </div>
  )
}
