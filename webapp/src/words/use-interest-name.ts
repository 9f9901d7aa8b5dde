import { useTranslation } from 'react-i18next'

/** The words for an interest; a key without words yet is shown as it is. */
export function useInterestName(): (key: string) => string {
  const { t, i18n } = useTranslation('words')
  return (key) => (i18n.exists(`words:interest_${key}`) ? t(`interest_${key as 'cooking'}`) : key.replaceAll('_', ' '))
}
