import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import type { PoseDraw } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { PoseDrawing } from '@/people/pose-drawing'
import { Button, Notice } from '@/ui'
import { useCamera } from '@/features/verification/model/use-camera'
import styles from './verification.module.css'

interface Props {
  draw: PoseDraw
  onSend: (pictures: readonly Blob[]) => Promise<void>
  onNewPoses: () => Promise<void>
}

/** Takes a picture of each pose, one after the other, and sends them. */
export function PoseCamera({ draw, onSend, onNewPoses }: Props) {
  const { t } = useTranslation(['verification', 'common'])
  const errorText = useErrorText()
  const heading = useRef<HTMLHeadingElement>(null)
  const [taken, setTaken] = useState<readonly Blob[]>([])
  const [preview, setPreview] = useState<{ picture: Blob; src: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const left = useSecondsLeft(draw.seconds_left)
  const isOver = left === 0 && taken.length < draw.poses.length
  const pose = draw.poses[taken.length]
  const { video, isReady, problem, retry, take: takePicture } = useCamera(!isOver && pose !== undefined)
  useEffect(() => {
    if (pose) heading.current?.focus()
  }, [pose])
  useEffect(() => () => URL.revokeObjectURL(preview?.src ?? ''), [preview])

  const act = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const take = () =>
    act(async () => {
      const picture = await takePicture()
      if (picture) setPreview({ picture, src: URL.createObjectURL(picture) })
    })
  const use = () =>
    act(async () => {
      if (!preview) return
      const all = [...taken, preview.picture]
      setTaken(all)
      setPreview(null)
      if (all.length < draw.poses.length) return
      try {
        await onSend(all)
      } catch (failure) {
        // The same two would be refused again: the last pose is taken once more.
        if (isApiError(failure, 'pictures_alike')) setTaken(taken)
        throw failure
      }
    })

  const newPoses = (
    <Button kind={isOver ? 'primary' : 'quiet'} small={!isOver} busy={busy} onClick={() => void act(onNewPoses)}>
      {t('new_poses_action')}
    </Button>
  )
  const failed = error !== null && (
    <Notice kind="danger" role="alert">
      {errorText(error)}
    </Notice>
  )
  if (isOver) {
    return (
      <>
        {failed}
        <Notice title={t('expired_title')} role="status" actions={newPoses}>
          {t('expired_text')}
        </Notice>
      </>
    )
  }
  if (pose === undefined) {
    return (
      <section className={styles.camera}>
        {failed}
        {error === null ? (
          <p role="status">{t('sending')}</p>
        ) : (
          <div className={styles.actions}>
            <Button busy={busy} onClick={() => void act(() => onSend(taken))}>
              {t('send_action')}
            </Button>
            {newPoses}
          </div>
        )}
      </section>
    )
  }
  const seconds = String(left % 60).padStart(2, '0')
  return (
    <section className={styles.camera} aria-labelledby="pose">
      <header className={styles.pose}>
        <PoseDrawing pose={pose} className={styles.drawing} />
        <div>
          <p className={styles.count}>
            {t('pose_of', { number: taken.length + 1, total: draw.poses.length })}
            {' · '}
            <span role="timer">{t('time_left', { time: `${Math.floor(left / 60)}:${seconds}` })}</span>
          </p>
          <h2 id="pose" ref={heading} tabIndex={-1}>
            {t(`pose_${pose}`)}
          </h2>
        </div>
      </header>
      {failed}
      {problem ? (
        <Notice
          kind="warning"
          role="alert"
          title={t(`camera_${problem}_title`)}
          actions={
            <Button kind="secondary" small onClick={retry}>
              {t('common:retry')}
            </Button>
          }
        >
          {t(`camera_${problem}_text`)}
        </Notice>
      ) : (
        <>
          <div className={styles.frame}>
            <video ref={video} className={styles.mirror} muted playsInline aria-label={t('camera_label')} />
            {preview && <img className={styles.mirror} src={preview.src} alt={t('picture_alt')} />}
            {!isReady && !preview && (
              <p className={styles.starting} role="status">
                {t('camera_starting')}
              </p>
            )}
          </div>
          <div className={styles.actions}>
            {preview ? (
              <>
                <Button busy={busy} onClick={() => void use()}>
                  {t('use_action')}
                </Button>
                <Button kind="secondary" onClick={() => setPreview(null)}>
                  {t('retake_action')}
                </Button>
              </>
            ) : (
              <Button busy={busy} disabled={!isReady} onClick={() => void take()}>
                {t('take_action')}
              </Button>
            )}
          </div>
        </>
      )}
      <p className={styles.hint}>
        {t('other_poses')} {newPoses}
      </p>
    </section>
  )
}

/** Seconds that are left of so many, counted by the device's monotonic clock, which nobody sets. */
function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  const [start] = useState(() => performance.now())
  const count = useEffectEvent(() => setLeft(Math.max(0, Math.ceil(seconds - (performance.now() - start) / 1000))))
  useEffect(() => {
    const timer = setInterval(() => count(), 1000)
    return () => clearInterval(timer)
  }, [])
  return left
}
