import { useTranslation } from 'react-i18next'
import { languageName } from '@/i18n/language-name'
import type members from '@/locales/en/members.json'
import { isNumber, isText, type Fact, type Trait } from './fields'

type Key = Extract<keyof typeof members, `${Trait}_${string}`>

/** The words for a field of a profile and for a value of it; the screen loads `members`. */
export function useFieldName() {
  const { t, i18n } = useTranslation('members')
  return {
    nameOf: (name: Fact) => t(`fact_${name}`),
    valueOf: (name: Fact, value: string) => {
      if (isText(name)) return value
      if (isNumber(name)) return t(`${name}_value`, { value })
      return name === 'languages' ? languageName(value, i18n.language) : t(`${name}_${value}` as Key)
    },
  }
}
