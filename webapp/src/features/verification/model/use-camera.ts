import { useEffect, useRef, useState } from 'react'

/** Why there is no picture of the camera. */
export type CameraProblem = 'refused' | 'none' | 'busy' | 'missing'

const problems: Record<string, CameraProblem> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

export function problemOf(failure: unknown): CameraProblem {
  return problems[(failure as Partial<Error>).name ?? ''] ?? 'missing'
}

/** Shows the camera in the returned video while `isOn`, and stops it afterwards, so that its light goes out. */
export function useCamera(isOn: boolean) {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const [problem, setProblem] = useState<CameraProblem | null>(null)

  useEffect(() => {
    if (!isOn || problem) return
    let stream: MediaStream | null = null
    let isOver = false
    const start = async () => {
      try {
        // Missing on pages without https.
        const devices = navigator.mediaDevices as MediaDevices | undefined
        if (!devices) return setProblem('missing')
        stream = await devices.getUserMedia({ audio: false, video: { facingMode: 'user', width: { ideal: 1280 } } })
        if (isOver || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        if (!isOver) setReady(true)
      } catch (failure) {
        stop()
        if (!isOver) setProblem(problemOf(failure))
      }
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    void start()
    return () => {
      isOver = true
      stop()
      setReady(false)
    }
  }, [isOn, problem])

  /** The picture as the camera sees it, not as in the mirror. */
  const take = async (): Promise<Blob | null> => {
    const from = video.current
    if (!from?.videoWidth) return null
    const canvas = document.createElement('canvas')
    canvas.width = from.videoWidth
    canvas.height = from.videoHeight
    canvas.getContext('2d')?.drawImage(from, 0, 0)
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  }
  return { video, isReady, problem, retry: () => setProblem(null), take }
}
