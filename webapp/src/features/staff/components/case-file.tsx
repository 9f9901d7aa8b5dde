import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CaseFile as File } from '@/api/types'
import { useMinAge } from '@/api/use-settings'
import { paths } from '@/paths'
import { usePhotoAddress } from '@/ui'
import type { useHiddenPictures } from '@/features/staff/model/use-hidden-pictures'
import { AppealedDecision } from './appealed-decision'
import { CaseContext } from './case-context'
import { CasePersonPane, type ShowPhotos } from './case-person'
import { PhotoCheck } from './photo-check'
import { PicturesButton } from './pictures-button'
import { Reports } from './reports'
import styles from './queue.module.css'
import staffStyles from './staff.module.css'

interface Props {
  found: File
  pictures: ReturnType<typeof useHiddenPictures>
  onAgain: () => unknown
  showPhotos: ShowPhotos
  /** What else was found, below the reports. */
  children?: ReactNode
}

/** The reports or the photo of a case, and the person it is about next to them where there is room. */
export function CaseFile({ found, pictures, onAgain, showPhotos, children }: Props) {
  const address = usePhotoAddress()
  const { t } = useTranslation(['staff', 'complaints', 'common'])
  const minAge = useMinAge()
  const { complaint, photo } = found
  const name = complaint?.about_name ?? photo?.name
  return (
    <div className={styles.file}>
      <div className={styles.column}>
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
        <Reports reports={found.reports} onAgain={onAgain} />
        {found.appealed && (
          <AppealedDecision
            decision={found.appealed}
            reports={[...(found.reported ? [found.reported] : []), ...(found.reported_with ?? [])]}
            onAgain={onAgain}
          />
        )}
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
        {children}
      </div>
      <div className={styles.column}>
        {found.context && <CaseContext context={found.context} />}
        {found.person && <CasePersonPane person={found.person} caseId={found.id} showPhotos={showPhotos} />}
      </div>
    </div>
  )
}
