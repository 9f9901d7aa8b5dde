import { ImageIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classes } from '@/ui'
import styles from './photo-preview.module.css'

/** A photo as it lies on this device. What this browser cannot draw, such as HEIC, is a calm ground with a picture sign. */
export function PhotoPreview({
  photo,
  className,
  alt = '',
}: {
  photo: Blob
  className?: string | undefined
  alt?: string
}) {
  const image = useRef<HTMLImageElement>(null)
  const [undrawn, setUndrawn] = useState<Blob | null>(null)
  useEffect(() => {
    if (!image.current) return
    const url = URL.createObjectURL(photo)
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [photo])
  if (undrawn === photo) {
    return (
      <span className={classes(styles.undrawn, className)} role={alt ? 'img' : undefined} aria-label={alt || undefined}>
        <ImageIcon size={32} aria-hidden="true" />
      </span>
    )
  }
  return <img ref={image} className={classes(styles.preview, className)} alt={alt} onError={() => setUndrawn(photo)} />
}
