import { useTranslation } from 'react-i18next'
import { languageName } from '@/i18n/language-name'
import type members from '@/locales/en/members.json'
import type { Trait } from './traits'

type Key = Extract<keyof typeof members, `${Trait}_${string}`>

/** The words for a trait's value and for the trait itself; the screen loads `members`. */
export function useTraitName() {
  const { t, i18n } = useTranslation('members')
  return {
    nameOf: (trait: Trait) => t(`fact_${trait}`),
    valueOf: (trait: Trait, value: string) =>
      trait === 'languages' ? languageName(value, i18n.language) : t(`${trait}_${value}` as Key),
  }
}
