import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OpenCase } from '@/api/types'
import { useMinAge } from '@/api/use-settings'
import { paths } from '@/paths'
import { Checkbox, usePhotoAddress } from '@/ui'
import type { Verdict } from '@/features/staff/api/queue'
import { stepOf, type Choice } from '@/features/staff/model/verdicts'
import { useHiddenPictures } from '@/features/staff/model/use-hidden-pictures'
import { AppealedDecision } from './appealed-decision'
import { CaseWork } from './case-work'
import { CaseContext } from './case-context'
import { CaseMessages } from './case-messages'
import { CasePersonPane, type ShowPhotos } from './case-person'
import { Evidence } from './evidence'
import { PhotoCheck } from './photo-check'
import { ReasonPanel } from './reason-panel'
import { PicturesButton } from './pictures-button'
import { VerdictBar } from './verdict-bar'
import styles from './queue.module.css'
import staffStyles from './staff.module.css'

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
}: Props) {
  const address = usePhotoAddress()
  const { t } = useTranslation(['staff', 'complaints', 'common'])
  const minAge = useMinAge()
  const pictures = useHiddenPictures(found.id)
  const { complaint, photo } = found
  const step = choice ? stepOf(found, choice) : null
  const article = useRef<HTMLElement>(null)
  // On a phone the list is below the case, and after a decision the page is at the end of the last one.
  useEffect(() => {
    if (article.current && article.current.getBoundingClientRect().top < 0) article.current.scrollIntoView()
  }, [])
  const name = complaint?.about_name ?? photo?.name

  return (
    <article ref={article} className={styles.case} aria-label={t('staff:open_case')} data-pictures={pictures.hiddenAs}>
      <header className={styles.caseHead}>
        <h2>
          {complaint
            ? complaint.kind === 'appeal'
              ? t('staff:appeal_number', { number: complaint.number })
              : t('complaints:number', { number: complaint.number })
            : photo && t('common:name_age', { name: photo.name, age: photo.age })}
        </h2>
        {complaint && (
          <Link to={paths.staffSearch(found.id)} target="_blank">
            {t('staff:find_others')}
          </Link>
        )}
      </header>
      {complaint?.urgent && <p className={staffStyles.urgent}>{t('staff:urgent', { min_age: minAge })}</p>}
      {complaint?.kind === 'appeal' && <h3>{t('staff:appeal_words')}</h3>}
      {found.reports.length > 1 && <p>{t('staff:reports', { number: found.reports.length })}</p>}
      <ol className={styles.reports}>
        {found.reports.map((report) => (
          <li key={report.id}>
            <Evidence complaint={report} onDecided={onAgain} />
          </li>
        ))}
      </ol>
      {found.appealed && <AppealedDecision decision={found.appealed} reported={found.reported} onAgain={onAgain} />}
      {complaint?.about_state === 'deleted' && (
        <p className={staffStyles.quiet}>{t('staff:about_deleted', { name: name ?? '–' })}</p>
      )}
      {complaint?.about_state === 'erased' && <p className={staffStyles.quiet}>{t('staff:about_erased')}</p>}
      <PicturesButton {...pictures} />
      {photo && <PhotoCheck check={photo.check} />}
      {photo && (
        <img
          className={styles.photo}
          src={address(photo.large_src)}
          alt={t('common:photo_of', { name: photo.name })}
          width="800"
          height="1000"
        />
      )}
      {found.context && <CaseContext context={found.context} />}
      {found.person && <CasePersonPane person={found.person} caseId={found.id} showPhotos={showPhotos} />}
      <CaseMessages found={found} onAgain={onAgain} />
      <CaseWork found={found} onAgain={onAgain} onHandedOver={onHandedOver} />
      {found.alike.length > 0 && (
        <Checkbox
          label={t('staff:alike', { number: found.alike.length })}
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
