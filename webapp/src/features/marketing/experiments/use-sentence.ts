import { useTranslation } from 'react-i18next'
import type { ExperimentOfDesk } from '@/api/types'
import { formattingLocale } from '@/i18n/formatting-locale'

/** What a finding says, in one sentence. */
export function useSentence({ arms }: ExperimentOfDesk) {
  const { t, i18n } = useTranslation('landing')
  const locale = formattingLocale(i18n.language)
  const percent = (part: number) => part.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
  const version = (arm: number | null) => arms.find(({ id: each }) => each === arm)?.version
  return (finding: ExperimentOfDesk['finding']): string => {
    const low = percent(finding.low ?? 0)
    const high = percent(finding.high ?? 0)
    if (finding.conclusion !== 'better') return t(`says_${finding.conclusion}`, { high })
    const values = { best: version(finding.best), other: version(finding.other), low, high }
    return finding.high === null ? t('says_better_open', values) : t('says_better', values)
  }
}
