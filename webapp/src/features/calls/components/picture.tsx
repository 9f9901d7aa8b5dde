import { useEffect, useRef } from 'react'

interface Props {
  stream: MediaStream
  className: string | undefined
  label: string
  /** Mirrored and without sound. */
  isOwn?: boolean
}

/** A stream of sound and picture. */
export function Picture({ stream, className, label, isOwn = false }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what is said
    <video ref={video} className={className} aria-label={label} autoPlay playsInline muted={isOwn} />
  )
}
