import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenCase } from '@/api/types'
import { Checkbox } from '@/ui'
import type { Verdict } from '@/features/staff/api/queue'
import { stepOf, type Choice } from '@/features/staff/model/verdicts'
import { useHiddenPictures } from '@/features/staff/model/use-hidden-pictures'
import { AskVerification } from './ask-verification'
import { CaseWork } from './case-work'
import { CaseMessages } from './case-messages'
import { CaseFile } from './case-file'
import type { ShowPhotos } from './case-person'
import { FraudScore } from './fraud-score'
import { ReasonPanel } from './reason-panel'
import { VerdictBar } from './verdict-bar'
import { VerificationPane } from './verification-pane'
import styles from './queue.module.css'

interface Props {
  found: OpenCase
  choice: Choice | null
  /** Whether the cases that are alike get the same decision. */
  isTogether: boolean
  onTogether: (together: boolean) => void
  busy: boolean
  onChoose: (choice: Choice) => void
  onBack: () => void
  onDecide: (verdict: Verdict) => void
  onAgain: () => unknown
  /** A colleague has the case now. */
  onHandedOver: () => unknown
  showPhotos: ShowPhotos
  /** Photos of a verification that show the person. */
  samePerson: ReadonlySet<string>
  onSamePerson: (photoIds: ReadonlySet<string>) => void
}

/** The open case: the report, its context, and the possible decisions. */
export function CaseView({
  found,
  choice,
  isTogether,
  onTogether,
  busy,
  onChoose,
  onBack,
  onDecide,
  onAgain,
  onHandedOver,
  showPhotos,
  samePerson,
  onSamePerson,
}: Props) {
  const { t } = useTranslation('staff')
  const pictures = useHiddenPictures(found.id)
  const step = choice ? stepOf(found, choice) : null
  const article = useRef<HTMLElement>(null)
  // Below the filters there is no room for a case, and after a decision the page is at the end of the last one.
  useEffect(() => {
    article.current?.scrollIntoView?.()
  }, [])

  return (
    <article ref={article} className={styles.case} aria-label={t('open_case')} data-pictures={pictures.hiddenAs}>
      <CaseFile found={found} pictures={pictures} onAgain={onAgain} showPhotos={showPhotos}>
        {found.fraud && <FraudScore fraud={found.fraud} />}
        {found.verification && (
          <VerificationPane
            verification={found.verification}
            name={found.complaint?.about_name ?? '–'}
            samePerson={samePerson}
            onSamePerson={found.complaint?.kind === 'verification' ? onSamePerson : undefined}
            showPhotos={showPhotos}
          />
        )}
      </CaseFile>
      <CaseMessages found={found} onAgain={onAgain} />
      <AskVerification found={found} />
      <CaseWork found={found} onAgain={onAgain} onHandedOver={onHandedOver} />
      {found.alike.length > 0 && (
        <Checkbox
          label={t('alike', { number: found.alike.length })}
          checked={isTogether}
          onChange={(event) => onTogether(event.target.checked)}
        />
      )}
      <div className={styles.decision}>
        {choice && step && 'measure' in step ? (
          <ReasonPanel found={found} measure={step.measure} busy={busy} onBack={onBack} onDecide={onDecide} />
        ) : (
          <VerdictBar found={found} busy={busy} onChoose={onChoose} onDecide={onDecide} />
        )}
      </div>
    </article>
  )
}
