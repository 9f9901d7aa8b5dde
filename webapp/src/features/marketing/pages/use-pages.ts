import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { PageDocument, PageOfDesk, PagesOfDesk } from '@/api/types'

const list = 'marketing-pages.php'
const one = 'marketing-page.php'

export function usePages() {
  return useSWR<PagesOfDesk>(address(list), () => api.get<PagesOfDesk>(list))
}

/** A page with its versions; the form keeps its input, so it is not revalidated behind it. */
export function useDeskPage(slug: string) {
  return useSWR<PageOfDesk>(address(one, { slug }), () => readPage(slug), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
}

export const readPage = (slug: string): Promise<PageOfDesk> => api.get<PageOfDesk>(one, { slug })

/** `onSaved` is called before the page is read again with its new version. */
export async function saveVersion(
  slug: string,
  base: number,
  document: PageDocument,
  onSaved: () => void,
): Promise<number> {
  const { version } = await api.post<{ version: number }>(one, { slug, base, document })
  onSaved()
  await changed(slug)
  return version
}

interface Change {
  action: 'publish' | 'retire' | 'approve' | 'withdraw'
  version?: number
  publication?: number
  starts_at?: string
}

/** What is refused may have been changed by a colleague meanwhile, so the page is read again in any case. */
export async function changePage(slug: string, change: Change): Promise<void> {
  try {
    await api.put(one, { slug, ...change })
  } finally {
    await changed(slug)
  }
}

/** Reads the list again, such as after an experiment began or ended. */
export const refreshPages = () => mutate(address(list))
const changed = (slug: string) => Promise.all([refreshPages(), mutate(address(one, { slug }))])
