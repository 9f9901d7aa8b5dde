import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { tellFine } from '@/features/safety/api/check-ins'
import { useAct } from './use-act'

/** One press has the person who was told know that all is well, or says that no message reaches them. */
export function useTellFine(planId: Id, name: string) {
  const { t } = useTranslation('safety')
  const { busy, run } = useAct()
  const tell = () => run(async () => t((await tellFine(planId)) ? 'check_fine_sent' : 'check_fine_failed', { name }))
  return { busy, tell }
}
