import type { Picture } from '@/api/types'

const longest = 3600

/** The delay that an address asks for, in milliseconds; null when it asks for none that makes sense. */
export function delayOf(seconds: string | null): number | null {
  if (!seconds || !/^\d{1,4}(\.\d{1,3})?$/.test(seconds)) return null
  return Math.min(Number(seconds), longest) * 1000
}

/** The photo of a match in the width that is meant for the dialog. */
export function photoOf(image: (Picture & { match: string }) | null): Picture | null {
  return image && { ...image, large_src: image.match }
}
