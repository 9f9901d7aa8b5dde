import useSWR, { useSWRConfig } from 'swr'
import { address, api } from '@/api/client'
import { keys } from '@/api/keys'
import { newId } from '@/api/new-id'
import type { OwnVerification, PoseDraw } from '@/api/types'
import { upload } from '@/api/upload/upload'

const path = 'verification.php'

/** The member's verification, and its steps. */
export function useVerification() {
  const { mutate: mutateAny } = useSWRConfig()
  const { data, error, mutate } = useSWR<OwnVerification>(address(path), () => api.get<OwnVerification>(path))
  return {
    own: data,
    error: error as unknown,
    retry: () => void mutate(),
    draw: async () => {
      const draw = await api.put<PoseDraw>(path, { id: newId() })
      await mutate()
      return draw
    },
    /** Sends a picture for each pose; sent again, the same pictures change nothing. */
    send: async (drawId: string, pictures: readonly Blob[]) => {
      const form = new FormData()
      form.set('id', drawId)
      pictures.forEach((picture, number) => form.set(number === 0 ? 'first' : 'second', picture, 'picture.jpg'))
      await upload(path, form, { onProgress: () => undefined, signal: new AbortController().signal })
      await mutate()
    },
    takeBack: async () => {
      await api.delete(path)
      await Promise.all([mutate(), mutateAny(keys.ownProfile)])
    },
  }
}
