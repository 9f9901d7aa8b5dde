import { useTranslation } from 'react-i18next'
import type { Dimension } from './model/report-filter'

/** The name of a dimension; sub ids have the same one in every language. */
export function useDimensionName() {
  const { t } = useTranslation('marketing')
  return (name: Dimension): string =>
    name.startsWith('sub') ? `Sub${name.slice('sub'.length)}` : t(`dim_${name as Exclude<Dimension, `sub${string}`>}`)
}
