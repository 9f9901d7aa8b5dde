import useSWRImmutable from 'swr/immutable'
import { ApiError } from '@/api/api-error'

/** The Markdown of a page, from the files beside the app: an operator can edit them without a build. */
export function useLegalPage(locale: string, name: string) {
  const { data, error, mutate } = useSWRImmutable<string>(`/pages/${locale}/${name}.md`, read)
  return { source: data, error: error as unknown, retry: () => void mutate() }
}

async function read(address: string): Promise<string> {
  const response = await fetch(address).catch(() => null)
  if (!response) throw new ApiError(0, { code: 'offline', message: '' })
  if (!response.ok)
    throw new ApiError(response.status, { code: response.status === 404 ? 'not_found' : 'unavailable', message: '' })
  return response.text()
}
