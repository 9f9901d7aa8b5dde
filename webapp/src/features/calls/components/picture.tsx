import { useEffect, useRef } from 'react'

interface Props {
  stream: MediaStream
  className: string | undefined
  label: string | undefined
  /** Mirrored and without sound. */
  isOwn?: boolean
  /** Told again and again whether frames arrive: not those of a camera that is off, or of a phone that is locked. */
  onMoving?: (isMoving: boolean) => void
}

const checkMilliseconds = 1_000

/** A stream of sound and picture. */
export function Picture({ stream, className, label, isOwn = false, onMoving }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  useEffect(() => {
    if (!onMoving) return
    let before = 0
    const timer = setInterval(() => {
      const now = video.current?.getVideoPlaybackQuality?.().totalVideoFrames ?? 0
      // A page that is hidden draws none.
      if (document.visibilityState === 'visible') onMoving(now > before)
      before = now
    }, checkMilliseconds)
    return () => clearInterval(timer)
  }, [onMoving])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what is said
    <video ref={video} className={className} aria-label={label} autoPlay playsInline muted={isOwn} />
  )
}
