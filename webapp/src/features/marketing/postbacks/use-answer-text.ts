import { useTranslation } from 'react-i18next'
import { useFigures } from '@/features/marketing/report/use-figures'

interface Answer {
  code?: number | null
  milliseconds?: number | null
  is_refused?: boolean
}

/** What a network answered, in words. */
export function useAnswerText(): (answer: Answer) => string {
  const { t } = useTranslation('marketing')
  const { number } = useFigures()
  return ({ code, milliseconds, is_refused: isRefused }) => {
    if (isRefused) return t('postback_refused')
    if (!code) return t('postback_no_answer')
    return t('postback_answered', { code: String(code), time: number(milliseconds ?? 0) })
  }
}
