import { Check } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import type { OpenReview, OpinionAnswer } from '@/api/types'
import { paths } from '@/paths'
import { Button, EmptyState, Notice } from '@/ui'
import { giveOpinion, openReview, useReviews } from '@/features/staff/api/reviews'
import { useKeys } from '@/features/staff/model/keys'
import { useHiddenPictures } from '@/features/staff/model/use-hidden-pictures'
import { choiceOfKey, keyOf, opinionsFor } from '@/features/staff/model/verdicts'
import { CaseFile } from './case-file'
import type { ShowPhotos } from './case-person'
import { Loaded } from './on-request'
import { Opinions } from './opinions'
import { useVerdictText } from './verdict-bar'
import { VerificationPane } from './verification-pane'
import styles from './queue.module.css'
import staffStyles from './staff.module.css'

const noPhotos: ReadonlySet<string> = new Set()

/** The quality sample: a case as it was, decided again without the first decision in sight; then both are shown. */
export function QualityReviews({ showPhotos }: { showPhotos: ShowPhotos }) {
  const { t } = useTranslation('staff')
  const errorText = useErrorText()
  const answer = useReviews()
  const [open, setOpen] = useState<OpenReview | null>(null)
  const [made, setMade] = useState<OpinionAnswer | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const run = async (work: () => Promise<void>) => {
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
  /** Opens the first review that nobody else has made meanwhile. */
  const next = () =>
    run(async () => {
      setMade(null)
      setOpen(null)
      for (const { id } of (await answer.mutate())?.reviews ?? []) {
        try {
          setOpen(await openReview(id))
          return
        } catch (failure) {
          const isGone = ['already_decided', 'own_case', 'own_decision_appealed', 'not_found'].some((code) =>
            isApiError(failure, code),
          )
          if (!isGone) throw failure
        }
      }
    })
  const decide = (measure: string) => {
    if (open) void run(async () => setMade(await giveOpinion(open.id, measure)))
  }
  return (
    <Loaded answer={answer}>
      {({ reviews }) => (
        <>
          <p className={staffStyles.lead}>{t('quality_lead')}</p>
          {error !== null && (
            <Notice kind="danger" role="alert">
              {errorText(error)}
            </Notice>
          )}
          {open && (
            <Review
              key={open.id}
              review={open}
              made={made}
              busy={busy}
              onDecide={decide}
              onward={
                made && (
                  <div className={styles.back}>
                    <Button busy={busy} onClick={() => void next()}>
                      {t('quality_next')}
                    </Button>
                    <Link to={paths.staffMember(made.member_id, open.case.id)}>{t('access_open')}</Link>
                  </div>
                )
              }
              showPhotos={showPhotos}
            />
          )}
          {!open &&
            (reviews.length > 0 ? (
              <Button busy={busy} onClick={() => void next()}>
                {t('quality_next')}
              </Button>
            ) : (
              <EmptyState icon={<Check size={28} />} title={t('quality_empty')} text={t('queue_empty_text')} />
            ))}
        </>
      )}
    </Loaded>
  )
}

interface ReviewProps {
  review: OpenReview
  made: OpinionAnswer | null
  busy: boolean
  onDecide: (measure: string) => void
  /** What can be done after the decision. */
  onward: ReactNode
  showPhotos: ShowPhotos
}

function Review({ review, made, busy, onDecide, onward, showPhotos }: ReviewProps) {
  const { t } = useTranslation('staff')
  const { case: found, opinions } = review
  const pictures = useHiddenPictures(review.id)
  const textOf = useVerdictText(found)
  const result = useRef<HTMLDivElement>(null)
  const wanted = opinionsFor(found).filter(
    ({ measure }) => !opinions || [opinions.first, opinions.second].includes(measure),
  )
  useKeys((key) => {
    const chosen = wanted.find(({ choice }) => choice === choiceOfKey[key])
    if (!chosen || made) return false
    onDecide(chosen.measure)
    return true
  })
  const shown = made?.opinions ?? opinions
  useEffect(() => {
    if (made) result.current?.focus()
  }, [made])
  return (
    <article className={styles.case} aria-label={t('open_case')} data-pictures={pictures.hiddenAs}>
      {/* Above the case, which may be longer than the screen. */}
      <div ref={result} tabIndex={-1} className={styles.opinions}>
        {made && (
          <Notice kind={made.agreed ? 'success' : 'plain'} role="status">
            {t(opinions ? 'quality_settled' : made.agreed ? 'quality_same' : 'quality_differs')}
          </Notice>
        )}
        {shown && <Opinions opinions={shown} isPhoto={found.photo !== null} />}
        {made && onward}
      </div>
      <CaseFile found={found} pictures={pictures} onAgain={() => undefined} showPhotos={showPhotos}>
        {review.verification && (
          <VerificationPane
            verification={review.verification}
            name={found.person?.name ?? ''}
            samePerson={noPhotos}
            onSamePerson={undefined}
            showPhotos={showPhotos}
          />
        )}
      </CaseFile>
      {!made && (
        <div className={styles.decision}>
          <div className={styles.verdicts} role="group" aria-label={t(opinions ? 'quality_which' : 'measure')}>
            {wanted.map(({ choice, measure }) => (
              <Button
                key={choice}
                kind="secondary"
                busy={busy}
                aria-keyshortcuts={keyOf[choice]}
                onClick={() => onDecide(measure)}
              >
                <kbd>{keyOf[choice]}</kbd> {textOf(choice)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </article>
  )
}
