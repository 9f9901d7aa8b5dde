import { Lock } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { LockedPicture, Picture } from '@/api/types'
import { classes } from '@/ui/classes'
import styles from './photo.module.css'
import { useThumbhash } from './thumbhash'
import { usePhotoAddress } from './use-photo-address'

interface Props {
  photo: Picture | LockedPicture | null
  name: string
  /** Words for the picture; empty when the name stands beside it anyway. */
  alt: string
  sizes?: string
  /** The largest picture of a screen asks to be first. */
  first?: boolean
  /** In sight from the start, so it does not wait to be scrolled to. */
  eager?: boolean
  className?: string
}

export function hueOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 360
  return sum
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return (words.length > 1 ? [words[0], words.at(-1)] : [words[0]])
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A photograph at 4:5, its thumbhash behind it, or a calm gradient with initials. */
export function Photo({
  photo,
  name,
  alt,
  sizes = '(min-width: 1200px) 240px, (min-width: 768px) 25vw, 50vw',
  first,
  eager = first,
  className,
}: Props) {
  const address = usePhotoAddress()
  const behind = useThumbhash(photo && !('locked' in photo) ? photo.thumbhash : null)
  if (!photo) {
    return (
      <div
        data-photo
        className={classes(styles.photo, styles.initials, className)}
        style={{ '--hue': hueOf(name) } as CSSProperties}
      >
        <span aria-hidden="true">{initialsOf(name)}</span>
      </div>
    )
  }
  if ('locked' in photo) {
    return (
      <div data-photo className={classes(styles.photo, className)}>
        <img src={address(photo.src)} alt={alt} loading="lazy" decoding="async" width="400" height="500" />
        <span className={styles.lock} aria-hidden="true">
          <Lock size={22} />
        </span>
      </div>
    )
  }
  return (
    <div
      data-photo
      className={classes(styles.photo, className)}
      style={behind ? { backgroundImage: `url(${behind})` } : undefined}
    >
      <img
        src={address(photo.src)}
        srcSet={`${address(photo.thumb_src)} 160w, ${address(photo.src)} 400w, ${address(photo.large_src)} 800w`}
        sizes={sizes}
        alt={alt}
        width="400"
        height="500"
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
      />
    </div>
  )
}
