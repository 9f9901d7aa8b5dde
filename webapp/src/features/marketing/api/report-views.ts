import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { SavedView, WantedView } from '@/api/types'

const path = 'marketing-views.php'

export const useSavedViews = () =>
  useSWR<{ views: SavedView[] }>(address(path), () => api.get<{ views: SavedView[] }>(path))

export async function saveView(view: WantedView) {
  await api.post(path, view)
  await mutate(address(path))
}

export async function chooseDefault({ id }: Pick<SavedView, 'id'>, isDefault: boolean) {
  await api.put(path, { id, is_default: isDefault })
  await mutate(address(path))
}

export async function deleteView({ id }: SavedView) {
  await api.delete(path, { id })
  await mutate(address(path))
}
