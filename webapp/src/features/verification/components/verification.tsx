import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OwnVerification } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  ErrorState,
  LinkButton,
  Loading,
  Notice,
  RadioChips,
  Skeleton,
  useToast,
} from '@/ui'
import { useVerification } from '@/features/verification/api/verification'
import { PoseCamera } from './pose-camera'
import styles from './verification.module.css'

type Leaving = 'all' | 'consent'

const wordsOf = {
  all: {
    title: 'take_back_title',
    text: 'take_back_text',
    action: 'take_back_action',
    done: 'take_back_done',
    keep: 'keep',
  },
  consent: {
    title: 'withdraw_title',
    text: 'withdraw_text',
    action: 'withdraw_action',
    done: 'withdraw_done',
    keep: 'withdraw_keep',
  },
} as const

/** Verification by a live gesture: where it is, how it works, and its next step. */
export function Verification() {
  const { t } = useTranslation(['verification', 'common'])
  const errorText = useErrorText()
  const showToast = useToast()
  const { own, error, retry, draw, send, takeBack } = useVerification()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [leaving, setLeaving] = useState<Leaving>('all')
  const [isLeaving, setIsLeaving] = useState(false)

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
  const leave = (what: Leaving) => {
    setLeaving(what)
    setIsLeaving(true)
  }
  const words = wordsOf[leaving]
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
          onSend={async (pictures) => {
            await send(own.draw!.id, pictures)
            // What became of them is above, where the camera was taller.
            window.scrollTo(0, 0)
          }}
          onNewPoses={async () => void (await draw(own.draw!.consents))}
        />
      ) : (
        own.waiting_since === null && (
          <>
            <ul className={styles.points}>
              <li>{t('how_poses')}</li>
              <li>{t(own.model ? 'how_choice' : 'how_person')}</li>
              <li>{t('how_private')}</li>
              <li>{t('how_erased')}</li>
              <li>{t('how_badge')}</li>
            </ul>
            {own.has_photo ? (
              <Start own={own} busy={busy} onStart={(consents) => void act(() => draw(consents))} />
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
      {(hasSomething || own.consented_at) && (
        <div className={styles.leave}>
          {own.consented_at && (
            <Button kind="quiet" small onClick={() => leave('consent')}>
              {t('withdraw_action')}
            </Button>
          )}
          {hasSomething && (
            <Button kind="quiet" small onClick={() => leave('all')}>
              {t('take_back_action')}
            </Button>
          )}
        </div>
      )}
      <Dialog open={isLeaving} onClose={() => setIsLeaving(false)} title={t(words.title)} closable={!busy}>
        <p>{t(words.text)}</p>
        <DialogActions>
          <Button
            kind="danger"
            busy={busy}
            onClick={() =>
              void act(async () => {
                await takeBack(leaving === 'consent')
                showToast({ text: t(words.done), kind: 'success' })
                setIsLeaving(false)
              })
            }
          >
            {t(words.action)}
          </Button>
          <Button kind="secondary" onClick={() => setIsLeaving(false)}>
            {t(words.keep)}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}

interface StartProps {
  own: OwnVerification
  busy: boolean
  onStart: (consents: boolean) => void
}

/** The way to the poses. Where the site has a model, a person compares the pictures unless the member consents. */
function Start({ own, busy, onStart }: StartProps) {
  const { t } = useTranslation('verification')
  const [by, setBy] = useState<'person' | 'model'>('person')
  const [consents, setConsents] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const isByModel = own.model !== null && by === 'model'
  const start = () => {
    if (isByModel && !consents) setMissing(true)
    else onStart(isByModel)
  }
  return (
    <div className={styles.start}>
      {own.model && (
        <>
          <RadioChips
            label={t('choice_title')}
            hint={t('choice_hint')}
            options={[
              { value: 'person', label: t('choice_person') },
              { value: 'model', label: t('choice_model') },
            ]}
            value={by}
            onChange={setBy}
          />
          <p className={styles.hint}>{t(isByModel ? 'choice_model_text' : 'choice_person_text', own.model)}</p>
          {isByModel && (
            <Checkbox
              label={t('consent_label')}
              checked={consents}
              error={isMissing && !consents ? t('consent_missing') : undefined}
              onChange={(event) => setConsents(event.target.checked)}
            />
          )}
        </>
      )}
      <div>
        <Button busy={busy} onClick={start}>
          {t((own.verified_at ?? own.refusal) ? 'again_action' : 'start_action')}
        </Button>
      </div>
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
          {t('state_shown_text')} {own.by_model && t('state_model_text')}
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
