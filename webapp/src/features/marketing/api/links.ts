import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { SmartLink, SmartLinks, WantedLink } from '@/api/types'

const path = 'marketing-links.php'

export const useLinks = () => useSWR<SmartLinks>(address(path), () => api.get<SmartLinks>(path))

/** Saves a link: a new one, or where one of this name leads from now on. */
export async function saveLink(link: WantedLink, isNew: boolean) {
  await (isNew ? api.post(path, link) : api.put(path, link))
  await mutate(address(path))
}

export async function removeLink({ name }: SmartLink) {
  await api.delete(path, { name })
  await mutate(address(path))
}
