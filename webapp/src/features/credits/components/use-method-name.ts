import { useTranslation } from 'react-i18next'
import { brandOf, isWorded } from '@/features/credits/model/methods'

/** The name by itself, or the way it stands inside a sentence. */
export function useMethodName(): (method: string, place?: 'alone' | 'inside') => string {
  const { t } = useTranslation('credits')
  return (method, place = 'alone') => {
    if (!isWorded(method)) return brandOf(method)
    return place === 'alone' ? t(`method_${method}`) : t(`method_${method}_inside`)
  }
}
