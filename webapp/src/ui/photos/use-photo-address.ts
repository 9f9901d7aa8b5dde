import useSWR from 'swr'
import { keys } from '@/api/keys'
import type { Settings } from '@/api/types'

/** The addresses that services sign for one viewer; previews of files and pictures of the app are none. */
const signed = /^\/(chat-)?media\//

export function photoAddress(prefix: string, address: string): string {
  return signed.test(address) ? prefix + address : address
}

/** Returns a function that puts the site's `cdn_prefix` before the address of a photo. Requests nothing itself. */
export function usePhotoAddress(): (address: string) => string {
  // Without a fetcher of its own: `useSettings` requests them, and the default one does not unpack the answer.
  const { data } = useSWR<Settings>(keys.settings, { fetcher: undefined })
  const prefix = data?.cdn_prefix ?? ''
  return (address) => photoAddress(prefix, address)
}
