import { useTranslation } from 'react-i18next'
import { languageName } from '@/i18n/language-name'
import { useDates } from '@/i18n/use-dates'
import type { DeskComplaint } from '@/api/types'
import { proofPhoto } from '@/features/staff/api/desk'
import { kindKey } from '@/features/staff/model/kinds'
import { BlockPicture } from './block-picture'
import { BlurredPhoto } from './blurred-photo'
import { Duplicates } from './duplicates'
import { ProofVoice } from './proof-voice'
import styles from './staff.module.css'

interface Props {
  complaint: DeskComplaint
  /** Loads the complaint anew after a picture was blocked or unblocked. */
  onDecided: () => unknown
}

const openedByRule: ReadonlySet<string> = new Set(['text', 'picture', 'duplicate', 'rule'])
/** Nobody reported these. */
const openedByDesk: ReadonlySet<string> = new Set(['verification', 'age_doubt'])

/** The text of a report, and the messages that prove it. */
export function Evidence({ complaint, onDecided }: Props) {
  const { t, i18n } = useTranslation(['staff', 'complaints', 'gifts', 'chat'])
  const { moment } = useDates()
  // The words of a reporter: those of the desk itself are translated.
  const isForeign = Boolean(complaint.reporter_id && complaint.language) && complaint.language !== i18n.language
  const reason = t(`complaints:reason_${complaint.reason as 'other'}`)
  return (
    <>
      <p className={styles.quiet}>
        {[
          openedByDesk.has(complaint.kind) && t(`staff:${kindKey(complaint.kind)}`),
          complaint.kind === 'appeal' && t('complaints:kind_appeal'),
          !['verification', 'appeal'].includes(complaint.kind) && reason,
          complaint.reporter_id
            ? (complaint.reporter_name ?? t('staff:by_member'))
            : !openedByDesk.has(complaint.kind) &&
              t(openedByRule.has(complaint.kind) ? 'staff:by_rule' : 'staff:by_visitor'),
          moment(complaint.made_at),
          isForeign && languageName(complaint.language, i18n.language),
          complaint.reporter_decided > 0 &&
            t('staff:reporter_record', {
              record: [complaint.reporter_upheld, complaint.reporter_decided]
                .map((number) => number.toLocaleString(i18n.language))
                .join('/'),
            }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className={styles.words} lang={isForeign ? complaint.language : undefined}>
        {complaint.kind === 'text'
          ? t('staff:profile_text')
          : complaint.kind === 'duplicate'
            ? t('staff:duplicate')
            : !['rule', 'age_doubt'].includes(complaint.kind) && complaint.text}
      </p>
      {complaint.rules?.map((rule) => (
        <p key={rule.name} className={styles.words}>
          <strong>{t('staff:rule_matched', { name: rule.name })}</strong>
          {rule.found.length > 0 && ` – ${rule.found.join(', ')}`}
        </p>
      ))}
      {complaint.kind === 'duplicate' && <Duplicates complaint={complaint} />}
      {complaint.profile_text && <blockquote className={styles.words}>{complaint.profile_text}</blockquote>}
      {complaint.kind === 'chat' && complaint.evidence.length === 0 && (
        <p className={styles.quiet}>{t('staff:evidence_none')}</p>
      )}
      {complaint.evidence.length > 0 && (
        <ol className={styles.evidence} aria-label={t('staff:evidence')}>
          {complaint.evidence.map((message) => {
            const sender =
              (message.sender_id === complaint.about_id && complaint.about_name) ||
              t(message.sender_id === complaint.about_id ? 'staff:reported' : 'staff:reporter')
            return (
              <li key={message.id} className={message.around ? styles.around : undefined}>
                <strong>{sender}</strong>{' '}
                <span className={styles.quiet}>
                  {[moment(message.sent_at), message.around && t('staff:around')].filter(Boolean).join(' · ')}
                </span>
                {message.part && (
                  <>
                    <p className={styles.quiet}>
                      {t(`staff:${message.part.photo_src ? 'opener_photo' : 'opener_answer'}`)}
                    </p>
                    {message.part.photo_src && (
                      <BlurredPhoto src={message.part.photo_src} alt={t('staff:opener_photo')} />
                    )}
                    {message.part.answer && (
                      <blockquote className={styles.words}>
                        {[message.part.question, message.part.answer].filter(Boolean).join(' – ')}
                      </blockquote>
                    )}
                  </>
                )}
                {message.gift && (
                  <p className={styles.words}>{`${t('gifts:open')}: ${t(`gifts:name_${message.gift}`)}`}</p>
                )}
                {message.retracted_at && (
                  <p className={styles.quiet}>{t('staff:taken_back_at', { time: moment(message.retracted_at) })}</p>
                )}
                {message.icebreaker && <p className={styles.quiet}>{t('staff:opening_line')}</p>}
                {message.kind === 'photo' && !message.around && (
                  <>
                    <BlurredPhoto
                      src={proofPhoto(message.id)}
                      alt={message.text || t('chat:photo_of', { name: sender })}
                    />
                    <BlockPicture complaint={complaint} message={message} onDecided={onDecided} />
                  </>
                )}
                {message.kind === 'voice' && !message.around && (
                  <ProofVoice messageId={message.id} label={t('chat:voice_of', { name: sender })} />
                )}
                {message.around && (message.kind === 'photo' || message.kind === 'voice') && (
                  <p className={styles.quiet}>{t(`chat:${message.kind}_of`, { name: sender })}</p>
                )}
                {message.text && <p className={styles.words}>{message.text}</p>}
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}
