import { thumbHashToDataURL } from 'thumbhash'
import { useSingleton } from '@/singletons'

const createCache = () => new Map<string, string | null>()

function decoded(hash: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))
  } catch {
    return null
  }
}

/**
 * The blurred picture behind a photo as a data address; null without a hash, or with one that cannot be read. None on the
 * server, where 24 of them would be larger than the page; over its page, the photos are there by now.
 */
export function useThumbhash(hash: string | null | undefined): string | null {
  const cache = useSingleton(createCache)
  if (!hash || typeof document === 'undefined') return null
  const image = cache.get(hash) ?? decoded(hash)
  cache.set(hash, image)
  return image
}
