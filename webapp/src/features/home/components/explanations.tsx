import { Coins, HeartHandshake, MessageCircle, Sparkles, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '@/api/types'
import type { Locale } from '@/i18n/locales'
import { LinkButton } from '@/ui'
import styles from './explanations.module.css'

interface Site {
  fictional_warning?: boolean
  fictional_plural?: Partial<Record<Locale, string>>
  free_messages: number
  message_credits: number
}

const icons = [UserRound, HeartHandshake, MessageCircle]

/** Three steps, in the site's own words or the product's. */
export function HowItWorks({ site, words }: { site: Site; words: Settings['hero'][string] }) {
  const { t } = useTranslation()
  const steps = [
    { title: t('how_1_title'), text: t('how_1_text') },
    { title: t('how_2_title'), text: t('how_2_text') },
    { title: t('how_3_title'), text: t('how_3_text', { count: site.free_messages }) },
  ].map((step, place) => words.steps[place] ?? step)
  return (
    <section className={styles.section} aria-labelledby="how">
      <h2 id="how">{words.steps_title}</h2>
      <ol className={styles.steps}>
        {steps.map((step, place) => {
          const Icon = icons[place]
          return (
            <li key={step.title}>
              <span className={styles.icon} aria-hidden="true">
                {Icon && <Icon size={24} />}
              </span>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

export function PlainTruths({ site, pricing, fictional }: { site: Site; pricing: string; fictional: string }) {
  const { t, i18n } = useTranslation()
  const own = site.fictional_plural?.[i18n.language as Locale]
  return (
    <section className={styles.truths}>
      <Truth icon={<Coins size={24} />} title={t('price_title')} action={t('price_action')} to={pricing}>
        {t('price_text', { count: site.message_credits })}
      </Truth>
      {site.fictional_warning && (
        <Truth
          icon={<Sparkles size={24} />}
          title={own ? own.charAt(0).toLocaleUpperCase(i18n.language) + own.slice(1) : t('fictional_title')}
          action={t('fictional_action')}
          to={fictional}
        >
          {t('fictional_text')}
        </Truth>
      )}
    </section>
  )
}

function Truth({
  icon,
  title,
  action,
  to,
  children,
}: {
  icon: ReactNode
  title: string
  action: string
  to: string
  children: ReactNode
}) {
  return (
    <div className={styles.truth}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      <LinkButton kind="secondary" small to={to}>
        {action}
      </LinkButton>
    </div>
  )
}
