import { useTranslation } from 'react-i18next'
import type { ColumnName } from './model/columns'

export function useColumnName() {
  const { t } = useTranslation('marketing')
  return (name: ColumnName): string =>
    name.startsWith('lifetime_')
      ? t('col_lifetime', { days: name.slice('lifetime_'.length) })
      : t(`col_${name as Exclude<ColumnName, `lifetime_${string}`>}`)
}
