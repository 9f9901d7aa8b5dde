import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SegmentOfDesk } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { countryName } from '@/i18n/country-name'
import { paths } from '@/paths'
import { Button, EmptyState, ErrorState, Loading, Skeleton, useToast } from '@/ui'
import { deleteSegment, useSegments } from '@/features/marketing/api/segments'
import { useAudience } from '@/features/marketing/api/campaigns'
import { useFigures } from '@/features/marketing/report/use-figures'
import styles from '@/features/marketing/campaigns/campaigns.module.css'
import { ranges } from './model'
import { SegmentForm } from './segment-form'

/** The saved segments of the site, each with its conditions and its size. */
export function SegmentsScreen() {
  const { t } = useTranslation('marketing')
  const { data, error, mutate } = useSegments()
  const [edited, setEdited] = useState<string>()
  const close = () => setEdited(undefined)
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data)
    return (
      <Loading>
        <Skeleton height="220px" />
      </Loading>
    )
  return (
    <div className={styles.stack}>
      <p>
        <Link to={paths.marketing('campaigns')}>{t('campaign_all')}</Link>
      </p>
      <h2>{t('segments')}</h2>
      <p className={styles.quiet}>{t('segments_text')}</p>
      {data.segments.length === 0 && !edited && (
        <EmptyState icon={<Users size={28} />} title={t('segments_empty')} text={t('segments_empty_text')} />
      )}
      {edited === 'new' ? (
        <SegmentForm segment={null} choices={data} onDone={close} />
      ) : (
        <div className={styles.row}>
          <Button onClick={() => setEdited('new')}>{t('segment_new')}</Button>
        </div>
      )}
      {data.segments.length > 0 && (
        <ul className={styles.list} aria-label={t('segments')}>
          {data.segments.map((segment) => (
            <li key={segment.id}>
              {edited === segment.id ? (
                <SegmentForm segment={segment} choices={data} onDone={close} />
              ) : (
                <Segment segment={segment} onEdit={() => setEdited(segment.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface Props {
  segment: SegmentOfDesk
  onEdit: () => void
}

function Segment({ segment, onEdit }: Props) {
  const { t } = useTranslation('marketing')
  const lines = useConditionLines(segment)
  return (
    <article className={styles.card} aria-label={segment.name}>
      <h3>{segment.name}</h3>
      <p>{lines.join(' · ')}</p>
      <SegmentSize key={segment.version} id={segment.id} />
      <div className={styles.row}>
        <Button kind="secondary" small onClick={onEdit}>
          {t('segment_edit')}
        </Button>
        <DeleteSegment id={segment.id} />
      </div>
    </article>
  )
}

/** The size by kind, asked for by a press: counting goes through everyone who wants that kind. */
function SegmentSize({ id }: { id: string }) {
  const { t } = useTranslation('marketing')
  const [isAsked, setAsked] = useState(false)
  if (!isAsked)
    return (
      <div className={styles.row}>
        <Button kind="quiet" small onClick={() => setAsked(true)}>
          {t('segment_count')}
        </Button>
      </div>
    )
  return (
    <p className={styles.quiet} role="status">
      {(['promotions', 'news'] as const).map((kind, index) => (
        <span key={kind}>
          {index > 0 && ' · '}
          {t(`campaign_${kind}`)}: <SizeOfKind id={id} kind={kind} />
        </span>
      ))}
    </p>
  )
}

function SizeOfKind({ id, kind }: { id: string; kind: 'promotions' | 'news' }) {
  const { t } = useTranslation('marketing')
  const { number } = useFigures()
  const errorText = useErrorText()
  const { data, error } = useAudience({ kind, audience: 'segment', segment_id: id, holdout: 10 })
  if (error) return <>{errorText(error)}</>
  if (!data) return <>…</>
  if (data.members === null) return <>{t('segment_few')}</>
  return <>{`${number(data.members)}${data.has_more ? '+' : ''}`}</>
}

/** Deletes a segment after a second press. */
function DeleteSegment({ id }: { id: string }) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await deleteSegment(id)
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
      setBusy(false)
    }
  }
  if (!isAsked)
    return (
      <Button kind="quiet" small onClick={() => setAsked(true)}>
        {t('segment_delete')}
      </Button>
    )
  return (
    <>
      <span>{t('segment_delete_text')}</span>
      <Button kind="danger" small busy={isBusy} onClick={() => void remove()}>
        {t('segment_delete')}
      </Button>
      <Button kind="quiet" small onClick={() => setAsked(false)}>
        {t('cancel')}
      </Button>
    </>
  )
}

function useConditionLines({ conditions }: SegmentOfDesk): string[] {
  const { t, i18n } = useTranslation('marketing')
  const { t: common } = useTranslation('common')
  const { number } = useFigures()
  const languages = new Intl.DisplayNames(i18n.language, { type: 'language' })
  const bought = conditions.has_bought
  return [
    ...(conditions.countries ?? []).map((code) => countryName(code, i18n.language)),
    ...(conditions.genders ?? []).map((gender) => common(gender === 'female' ? 'women' : 'men')),
    ...(conditions.languages ?? []).map((code) => languages.of(code) ?? code),
    ...(conditions.networks ?? []),
    ...ranges.flatMap(({ name, from, to }) => {
      const [least, most] = [conditions[from], conditions[to]]
      if (least == null && most == null) return []
      return [`${t(`segment_${name}`)}: ${least == null ? '' : number(least)}–${most == null ? '' : number(most)}`]
    }),
    ...(bought == null ? [] : [t(bought ? 'segment_bought_yes' : 'segment_bought_no')]),
  ]
}
