import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { MarketingReport } from '@/api/types'
import { queryOf, type ReportFilter } from './model/report-filter'

const path = 'marketing-report.php'

export function useReport(filter: ReportFilter) {
  const query = queryOf(filter)
  return useSWR<MarketingReport>(address(path, query), () => api.get<MarketingReport>(path, query), {
    keepPreviousData: true,
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  })
}

export const fileOf = (filter: ReportFilter): string => address('marketing-report-file.php', queryOf(filter))
