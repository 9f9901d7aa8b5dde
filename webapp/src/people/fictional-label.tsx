import { Drama } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '@/i18n/locales'
import { useSettings } from '@/api/use-settings'
import styles from './fictional-label.module.css'

/** What a site calls a fictional profile: in its own words, where it has them in this language. */
export function useFictionalLabel(): string {
  const { t, i18n } = useTranslation()
  const { settings } = useSettings()
  return settings?.fictional_singular?.[i18n.language as Locale] ?? t('badge_fictional')
}

/** The mark of a fictional profile: always words, on some sites with a sign before them. */
export function FictionalLabel() {
  const { settings } = useSettings()
  const label = useFictionalLabel()
  return (
    <>
      {settings?.fictional_icon === 'mark' && <Drama className={styles.sign} size={14} aria-hidden="true" />}
      {label}
    </>
  )
}
