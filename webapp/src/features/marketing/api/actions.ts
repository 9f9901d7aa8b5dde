import useSWRInfinite from 'swr/infinite'
import { address, api } from '@/api/client'
import type { MarketingActions } from '@/api/types'

const path = 'marketing-actions.php'

/** Changes made at the desk, page by page. Its refusal says why the desk is closed. */
export function useMarketingActions() {
  const pages = useSWRInfinite<MarketingActions>(
    (index: number, last: MarketingActions | null) => {
      if (index === 0) return address(path)
      const oldest = last?.actions.at(-1)?.id
      return last?.has_more && oldest ? address(path, { before: oldest }) : null
    },
    (url: string) => api.get<MarketingActions>(path, Object.fromEntries(new URL(url, location.href).searchParams)),
    { revalidateFirstPage: true, shouldRetryOnError: false },
  )
  const { data } = pages
  return {
    actions: data?.flatMap((page) => page.actions),
    hasMore: data?.at(-1)?.has_more ?? false,
    showMore: () => void pages.setSize((size) => size + 1),
    error: pages.error as unknown,
    isLoading: pages.isValidating,
    retry: () => void pages.mutate(),
  }
}
