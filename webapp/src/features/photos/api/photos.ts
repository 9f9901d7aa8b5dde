import useSWR, { useSWRConfig } from 'swr'
import { address, api } from '@/api/client'
import { keys } from '@/api/keys'
import type { OwnPhoto, OwnPhotos, OwnVerification } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { upload } from '@/api/upload/upload'

const path = 'photo.php'

/** The links in here hold for five minutes at least, and a photo that is being checked may be through by then. */
const freshFor = 4 * 60_000

/** The member's own photos and their actions. */
export function useOwnPhotos() {
  const { mutate: mutateAny } = useSWRConfig()
  const { data, error, mutate } = useSWR<OwnPhotos>(address(path), () => api.get<OwnPhotos>(path), {
    refreshInterval: freshFor,
  })
  const profileChanged = () => void mutateAny(keys.ownProfile)

  const add = async (id: string, file: File, onProgress: (part: number) => void, signal: AbortSignal) => {
    const form = new FormData()
    form.set('id', id)
    form.set('photo', file)
    const { photo } = await upload<{ photo: OwnPhoto }>(path, form, { onProgress, signal })
    await mutate((own) => own && { ...own, photos: [...own.photos.filter((other) => other.id !== photo.id), photo] }, {
      revalidate: false,
    })
    profileChanged()
  }

  const order = async (photos: OwnPhoto[]) => {
    const wanted = photos.map((photo) => photo.id)
    await mutate(api.put<OwnPhotos>(path, { order: wanted }), {
      optimisticData: (own) => ({ ...own!, photos }),
      revalidate: false,
    })
    profileChanged()
  }

  const remove = async (id: string) => {
    await mutate(api.delete<OwnPhotos>(path, { photo_id: id }), { revalidate: false })
    profileChanged()
  }

  return { own: data, error: error as unknown, retry: () => void mutate(), add, order, remove }
}

/** The own photos with which the verified badge is shown; none without a badge. */
export function useComparedPhotos(): ReadonlySet<string> {
  const { settings } = useSettings()
  const verification = 'verification.php'
  const { data } = useSWR<OwnVerification>(settings?.verification && address(verification), () =>
    api.get<OwnVerification>(verification),
  )
  return new Set(data?.verified_at ? data.compared : [])
}

export type AddPhoto = ReturnType<typeof useOwnPhotos>['add']
