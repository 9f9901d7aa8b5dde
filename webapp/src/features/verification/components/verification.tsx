import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OwnVerification } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { Button, Dialog, DialogActions, ErrorState, LinkButton, Loading, Notice, Skeleton, useToast } from '@/ui'
import { useVerification } from '@/features/verification/api/verification'
import { PoseCamera } from './pose-camera'
import styles from './verification.module.css'

const points = ['how_poses', 'how_person', 'how_private', 'how_erased', 'how_badge'] as const

/** Verification by a live gesture: where it is, how it works, and its next step. */
export function Verification() {
  const { t } = useTranslation(['verification', 'common'])
  const errorText = useErrorText()
  const showToast = useToast()
  const { own, error, retry, draw, send, takeBack } = useVerification()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [isLeaving, setLeaving] = useState(false)

  const act = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (failure) {
      setProblem(failure)
    }
    setBusy(false)
  }
  if (!own) {
    if (error) return <ErrorState error={error} onRetry={retry} />
    return (
      <Loading>
        <Skeleton height="320px" />
      </Loading>
    )
  }
  const hasSomething = own.waiting_since !== null || own.verified_at !== null || own.kept_until !== null
  return (
    <div className={styles.verification}>
      <VerificationState own={own} />
      {problem !== null && (
        <Notice kind="danger" role="alert">
          {errorText(problem)}
        </Notice>
      )}
      {own.draw ? (
        <PoseCamera
          key={own.draw.id}
          draw={own.draw}
          onSend={(pictures) => send(own.draw!.id, pictures)}
          onNewPoses={async () => void (await draw())}
        />
      ) : (
        own.waiting_since === null && (
          <>
            <ul className={styles.points}>
              {points.map((point) => (
                <li key={point}>{t(point)}</li>
              ))}
            </ul>
            {own.has_photo ? (
              <div>
                <Button busy={busy} onClick={() => void act(draw)}>
                  {t((own.verified_at ?? own.refusal) ? 'again_action' : 'start_action')}
                </Button>
              </div>
            ) : (
              <Notice
                actions={
                  <LinkButton to={paths.profile} kind="secondary" small>
                    {t('photo_needed_action')}
                  </LinkButton>
                }
              >
                {t('photo_needed')}
              </Notice>
            )}
          </>
        )
      )}
      {hasSomething && (
        <div>
          <Button kind="quiet" small onClick={() => setLeaving(true)}>
            {t('take_back_action')}
          </Button>
        </div>
      )}
      <Dialog open={isLeaving} onClose={() => setLeaving(false)} title={t('take_back_title')} closable={!busy}>
        <p>{t('take_back_text')}</p>
        <DialogActions>
          <Button
            kind="danger"
            busy={busy}
            onClick={() =>
              void act(async () => {
                await takeBack()
                showToast({ text: t('take_back_done'), kind: 'success' })
                setLeaving(false)
              })
            }
          >
            {t('take_back_action')}
          </Button>
          <Button kind="secondary" onClick={() => setLeaving(false)}>
            {t('keep')}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}

function VerificationState({ own }: { own: OwnVerification }) {
  const { t } = useTranslation(['verification', 'complaints'])
  const { day, calendarMonth: month } = useDates()
  const kept = own.kept_until && <p className={styles.hint}>{t('kept_until', { date: day(own.kept_until) })}</p>
  if (own.waiting_since) {
    return (
      <Notice role="status" title={t('state_waiting_title')}>
        {t('state_waiting_text')}
      </Notice>
    )
  }
  return (
    <>
      {own.badge === 'asked' && (
        <Notice kind="warning" title={t('state_asked_title')}>
          {t('state_asked_text')}
        </Notice>
      )}
      {own.badge === 'other_photo' && (
        <Notice kind="warning" title={t('state_other_title')}>
          {t('state_other_text')}
        </Notice>
      )}
      {own.badge === 'shown' && own.verified_at && (
        <Notice
          kind="success"
          icon={<BadgeCheck size={22} aria-hidden="true" />}
          title={t('state_shown_title', { date: month(own.verified_at) })}
        >
          {t('state_shown_text')}
        </Notice>
      )}
      {own.refusal && (
        <Notice kind="danger" title={t('state_refused_title')}>
          {t(`complaints:reason_${own.refusal.reason}`)}. <Link to={paths.complaints}>{t('read_decision')}</Link>
        </Notice>
      )}
      {kept}
    </>
  )
}
