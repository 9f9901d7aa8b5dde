import useSWR from 'swr'
import { api } from '@/api/client'

export interface Export {
  id: string
  state: 'gathering' | 'ready' | 'fetched' | 'expired'
  delivered: number
  services: number
  requested_at: string
  expires_at: string | null
  next_at: string
}

interface Answer {
  export: Export | null
}

/** How far the copy is; looked at again every other second while it is being gathered. */
export function useExport() {
  const { data, error, mutate } = useSWR(
    '/api/export.php',
    () => api.get<Answer>('export.php').then((answer) => answer.export),
    {
      refreshInterval: (latest) => (latest?.state === 'gathering' ? 2000 : 0),
    },
  )
  const request = async (id: string, password: string) => {
    const answer = await api.post<Answer>('export.php', { id, password })
    await mutate(answer.export, { revalidate: false })
  }
  return { current: data, error: error as unknown, request, retry: () => void mutate() }
}

/** The file of the mailed link; the link works once, so it is asked for when someone presses, not before. */
export async function fetchCopy(token: string): Promise<Blob> {
  return api.post<Blob>('export-download.php', { token }, { retries: 0, as: 'blob' })
}
