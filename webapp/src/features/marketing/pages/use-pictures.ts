import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { DeskPicture } from '@/api/types'
import { upload } from '@/api/upload/upload'

const path = 'marketing-pictures.php'

/** The pictures of the site, newest first. Their links hold for a day. */
export function usePictures() {
  return useSWR<{ pictures: DeskPicture[] }>(address(path), () => api.get<{ pictures: DeskPicture[] }>(path))
}

/** The name of a picture is the hash of its file, so a repeat adds it once. `has_rights` is the marketer’s word. */
export async function addPicture(file: File, onProgress: (part: number) => void): Promise<DeskPicture> {
  const form = new FormData()
  form.set('has_rights', 'yes')
  form.set('photo', file)
  const added = await upload<DeskPicture>(path, form, { onProgress, signal: new AbortController().signal })
  await mutate(address(path))
  return added
}

export async function deletePicture(hash: string): Promise<void> {
  await api.delete(path, { hash })
  await mutate(address(path))
}
