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
    /** Draws poses, with the member's consent to a comparison by the site's model or without. */
    draw: async (consents: boolean) => {
      const draw = await api.put<PoseDraw>(path, { id: newId(), ...(consents && { consents }) })
      await mutate()
      return draw
    },
    /** Sends a picture for each pose; sent again, the same pictures change nothing. */
    send: async (drawId: string, pictures: readonly Blob[]) => {
      const form = new FormData()
      form.set('id', drawId)
      pictures.forEach((picture, number) => form.set(number === 0 ? 'first' : 'second', picture, 'picture.jpg'))
      await upload(path, form, { onProgress: () => undefined, signal: new AbortController().signal })
      await Promise.all([mutate(), mutateAny(keys.ownProfile)])
    },
    /** Ends the badge and deletes the pictures, or withdraws only the consent to the model. */
    takeBack: async (onlyConsent: boolean) => {
      await api.delete(path, onlyConsent ? { only_consent: true } : {})
      await Promise.all([mutate(), mutateAny(keys.ownProfile)])
    },
  }
}
