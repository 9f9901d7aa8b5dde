import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Transparency } from '@/api/types'

/** The figures of the last transparency report that the site has published. */
export function useTransparency() {
  const path = 'transparency.php'
  return useSWR<Transparency>(address(path), () => api.get<Transparency>(path), { revalidateOnFocus: false })
}
