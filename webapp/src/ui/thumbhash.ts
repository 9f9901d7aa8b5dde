import { thumbHashToDataURL } from 'thumbhash'

const drawn = new Map<string, string | null>()

/** The blurred picture behind a photo as a data address, or null when the hash cannot be read. */
export function thumbhashImage(hash: string): string | null {
  const known = drawn.get(hash)
  if (known !== undefined) return known
  let image: string | null
  try {
    image = thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))
  } catch {
    image = null
  }
  drawn.set(hash, image)
  return image
}
