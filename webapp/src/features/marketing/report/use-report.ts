import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { MarketingReport } from '@/api/types'
import { queryOf, type ReportFilter } from './model/report-filter'

const path = 'marketing-report.php'

/** The server's answer to a filter; nothing is asked without one. */
export function useReport(filter: ReportFilter | null) {
  const query = filter && queryOf(filter)
  return useSWR<MarketingReport>(query && address(path, query), () => api.get<MarketingReport>(path, query ?? {}), {
    keepPreviousData: true,
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  })
}

export const fileOf = (filter: ReportFilter): string => address('marketing-report-file.php', queryOf(filter))
