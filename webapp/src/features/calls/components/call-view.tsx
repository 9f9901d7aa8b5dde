import {
  Camera,
  CameraOff,
  Flag,
  Gauge,
  Maximize2,
  Mic,
  MicOff,
  Minimize2,
  Phone,
  PhoneOff,
  SwitchCamera,
  WandSparkles,
  X,
} from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { Id } from '@/api/types'
import { isApiError } from '@/api/api-error'
import { needsMoney } from '@/api/refusals'
import { useErrorText } from '@/api/use-error-text'
import { canBlur, hasSeveralCameras, keepAwake } from '@/features/calls/model/media'
import type { CallView as View, createCallSession } from '@/features/calls/model/call-session'
import { paths } from '@/paths'
import { Avatar, classes, Photo, VisuallyHidden } from '@/ui'
import styles from './call-view.module.css'
import { Picture } from './picture'
import { useRinging } from './use-ringing'
import { useSeconds } from './use-seconds'

interface Props {
  view: View
  session: ReturnType<typeof createCallSession>
  memberId: Id
}

/** A call over the page: it rings, connects and lasts; made small, the page below can be used. */
export function CallView({ view, session, memberId }: Props) {
  const { t } = useTranslation('calls')
  const { phase, kind, profile, local, remote } = view
  const [isSmall, setSmall] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const [before] = useState(() => document.activeElement)
  const name = profile?.name ?? ''
  const isLive = phase === 'connected' || phase === 'lost' || phase === 'connecting'
  const isShrunk = isSmall && isLive
  const hasPicture = remote !== null && kind === 'video' && isLive
  // Null until that is known.
  const [isMoving, setMoving] = useState<boolean | null>(null)
  const ring = t(`incoming_${kind}`, { name })
  useRinging(phase === 'rung', ring, memberId)
  useEffect(() => (isLive && kind === 'video' ? keepAwake() : undefined), [isLive, kind])

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    // `show` leaves the page usable, `showModal` keeps the focus inside.
    if (isShrunk) element.show()
    else {
      element.showModal()
      // Not on a button: a key that was meant for the page neither answers nor declines.
      element.focus()
    }
    return () => element.close()
  }, [isShrunk])
  // The browser forgets where the focus was: the call has been made small, or its button has gone.
  useLayoutEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus()
    },
    [before],
  )

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={classes(styles.call, isShrunk && styles.small, hasPicture && styles.filled)}
      aria-label={phase === 'rung' ? ring : t('with_name', { name })}
      onCancel={(event) => {
        event.preventDefault()
        if (isLive) setSmall(true)
        else if (phase === 'over') session.dismiss()
      }}
    >
      <div className={styles.stage}>
        {remote && (
          <Picture
            stream={remote}
            className={classes(styles.remote, !isMoving && styles.still)}
            label={hasPicture ? t('their_picture', { name }) : undefined}
            {...(hasPicture && { onMoving: setMoving })}
          />
        )}
        {!(hasPicture && isMoving) && profile && (
          <div className={styles.person}>
            {isShrunk ? (
              <Avatar photo={profile.main_image} name={name} size={52} />
            ) : (
              <Photo className={styles.face} photo={profile.main_image} name={name} alt="" sizes="220px" eager />
            )}
            <p className={styles.name}>{name}</p>
            {hasPicture && isMoving === false && phase === 'connected' && !isShrunk && <p>{t('no_picture')}</p>}
          </div>
        )}
        {local && local.getVideoTracks().length > 0 && phase !== 'over' && !isShrunk && (
          <div className={styles.own}>
            {view.isCameraOff ? (
              <CameraOff size={28} aria-hidden="true" />
            ) : (
              <Picture stream={local} className={styles.mirror} label={t('own_picture')} isOwn />
            )}
          </div>
        )}
      </div>
      <State view={view} name={name} />
      {isShrunk ? (
        <div className={styles.controls}>
          <Control label={t('enlarge')} onClick={() => setSmall(false)} icon={<Maximize2 size={22} />} />
          <Control label={t('hang_up')} onClick={session.hangUp} icon={<PhoneOff size={22} />} look="end" />
        </div>
      ) : (
        <Controls view={view} session={session} onSmall={() => setSmall(true)} />
      )}
    </dialog>
  )
}

function State({ view, name }: { view: View; name: string }) {
  const { t } = useTranslation('calls')
  const errorText = useErrorText()
  const { phase, kind, since, end, error } = view
  const time = useSeconds(since)
  const words = {
    none: '',
    calling: t('calling', { name }),
    rung: t(`incoming_${kind}`, { name }),
    connecting: t('connecting'),
    lost: t('lost'),
    connected: '',
    over: error === null ? t(end ?? 'ended') : errorText(error),
  }[phase]
  return (
    <div className={styles.state}>
      <p role="status">{words}</p>
      {phase === 'connected' && <p className={styles.time}>{time}</p>}
    </div>
  )
}

function Controls({ view, session, onSmall }: Pick<Props, 'view' | 'session'> & { onSmall: () => void }) {
  const { t } = useTranslation('calls')
  const { phase, profile, callId, local, error, isMuted, isCameraOff, isFrugal, isBlurred } = view
  const { pathname } = useLocation()
  const [hasCameras, setHasCameras] = useState(false)
  const track = local?.getVideoTracks()[0]
  const isVideo = track !== undefined
  useEffect(() => {
    if (isVideo) void hasSeveralCameras().then(setHasCameras)
  }, [isVideo])
  if (phase === 'over')
    return (
      <div className={styles.controls}>
        {profile && <Report id={profile.id} callId={callId} onClick={session.dismiss} />}
        {isApiError(error) && needsMoney(error.code) && (
          <Link
            className={styles.buy}
            to={`${paths.credits}?next=${encodeURIComponent(pathname)}`}
            onClick={session.dismiss}
          >
            {t('buy_credits', { ns: 'chat' })}
          </Link>
        )}
        <Control label={t('close', { ns: 'common' })} onClick={session.dismiss} icon={<X size={24} />} />
      </div>
    )
  if (phase === 'rung')
    return (
      <div className={classes(styles.controls, styles.ringing)}>
        <Control label={t('refuse')} onClick={session.hangUp} icon={<PhoneOff size={26} />} look="end" isNamed />
        <Control
          label={t('answer')}
          onClick={() => void session.answer()}
          icon={<Phone size={26} />}
          look="answer"
          isNamed
        />
      </div>
    )
  if (phase === 'calling')
    return (
      <div className={styles.controls}>
        <Control label={t('cancel')} onClick={session.hangUp} icon={<PhoneOff size={26} />} look="end" isNamed />
      </div>
    )
  return (
    <div className={styles.controls}>
      <Control
        label={t(isMuted ? 'unmute' : 'mute')}
        onClick={() => session.mute(!isMuted)}
        icon={isMuted ? <MicOff size={22} /> : <Mic size={22} />}
        isPressed={isMuted}
      />
      {isVideo && (
        <>
          <Control
            label={t(isCameraOff ? 'camera_on' : 'camera_off')}
            onClick={() => session.turnCamera(!isCameraOff)}
            icon={isCameraOff ? <CameraOff size={22} /> : <Camera size={22} />}
            isPressed={isCameraOff}
          />
          {hasCameras && (
            <Control
              label={t('switch_camera')}
              onClick={() => void session.switchCamera().catch(() => undefined)}
              icon={<SwitchCamera size={22} />}
            />
          )}
          {canBlur(track) && (
            <Control
              label={t(isBlurred ? 'blur_off' : 'blur_on')}
              onClick={() => void session.blur(!isBlurred).catch(() => undefined)}
              icon={<WandSparkles size={22} />}
              isPressed={isBlurred}
            />
          )}
          <Control
            label={t(isFrugal ? 'frugal_off' : 'frugal_on')}
            onClick={() => void session.saveData(!isFrugal).catch(() => undefined)}
            icon={<Gauge size={22} />}
            isPressed={isFrugal}
          />
        </>
      )}
      <Control label={t('minimize')} onClick={onSmall} icon={<Minimize2 size={22} />} />
      {profile && <Report id={profile.id} callId={callId} onClick={onSmall} />}
      <Control label={t('hang_up')} onClick={session.hangUp} icon={<PhoneOff size={26} />} look="end" />
    </div>
  )
}

interface ControlProps {
  label: string
  icon: React.ReactNode
  onClick: () => void
  look?: 'end' | 'answer'
  isPressed?: boolean
  /** Shows its words below. */
  isNamed?: boolean
}

function Control({ label, icon, onClick, look, isPressed, isNamed }: ControlProps) {
  return (
    <button
      type="button"
      className={classes(styles.control, look && styles[look])}
      title={label}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      <span className={styles.round} aria-hidden="true">
        {icon}
      </span>
      {isNamed ? label : <VisuallyHidden>{label}</VisuallyHidden>}
    </button>
  )
}

/** The call goes on, made small, while the report is written. It keeps who, when and how long: there is no recording. */
function Report({ id, callId, onClick }: { id: Id; callId: Id | null; onClick: () => void }) {
  const { t } = useTranslation('calls')
  const about = paths.complaintAbout(id)
  return (
    <Link
      className={styles.control}
      to={callId ? `${about}&message=${callId}` : about}
      title={t('report')}
      onClick={onClick}
    >
      <span className={styles.round} aria-hidden="true">
        <Flag size={22} />
      </span>
      <VisuallyHidden>{t('report')}</VisuallyHidden>
    </Link>
  )
}
