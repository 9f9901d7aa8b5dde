import { useTranslation } from 'react-i18next'

/** Hours in words: in minutes below one hour, which is never "0 hours". */
export function useDuration() {
  const { i18n } = useTranslation()
  return (hours: number) => {
    const isShort = hours < 1
    const value = isShort ? Math.max(1, Math.round(hours * 60)) : hours
    return value.toLocaleString(i18n.language, {
      style: 'unit',
      unit: isShort ? 'minute' : 'hour',
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    })
  }
}
