import { Check, HeartHandshake, Inbox, Keyboard } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useErrorText } from '@/api/use-error-text'
import { Button, EmptyState, ErrorState, Loading, Notice, Skeleton, useToast } from '@/ui'
import type { QueueFilter, Verdict } from '@/features/staff/api/queue'
import { useKeys } from '@/features/staff/model/keys'
import { graveToday, isGrave, useCare } from '@/features/staff/model/use-care'
import { canBeMisuse, choiceOfKey, choicesFor, misuse, stepOf, type Choice } from '@/features/staff/model/verdicts'
import { undoWithin, useDeskQueue } from '@/features/staff/model/use-desk-queue'
import { CareDialog } from './care-dialog'
import { CaseList } from './case-list'
import type { ShowPhotos } from './case-person'
import { CaseView } from './case-view'
import { KeysDialog } from './keys-dialog'
import { NewPhotos } from './new-photos'
import { QueueFilters } from './queue-filters'
import styles from './queue.module.css'

/** Every case in one list, the most severe first, and the one that is open here. All of it works by keys. */
export function DeskQueue({ showPhotos }: { showPhotos: ShowPhotos }) {
  const { t } = useTranslation(['staff', 'common'])
  const errorText = useErrorText()
  const showToast = useToast()
  const [filter, setFilter] = useState<QueueFilter>({})
  const [choice, setChoice] = useState<Choice | null>(null)
  // Photos of verifications that show the person.
  const [samePerson, setSamePerson] = useState<ReadonlySet<string>>(new Set())
  const [togetherIn, setTogetherIn] = useState<string | null>(null)
  const [showsKeys, setShowsKeys] = useState(false)
  const [search, setSearch] = useSearchParams()
  const [care] = useCare()
  const [showsCare, setShowsCare] = useState(false)
  const [isPastQuota, setPastQuota] = useState(false)
  const isFull = care.graveADay !== null && graveToday().length >= care.graveADay && !isPastQuota
  // The next decision's message takes its place, so that several in a row do not lie over the case.
  const decided = useRef<() => void>(undefined)
  const queue = useDeskQueue(filter, search.get('case'), (one) => isFull && isGrave(one), {
    onShown: (id) => setSearch(id ? { case: id } : {}, { replace: true, preventScrollReset: true }),
    onDecided: (made) => {
      decided.current?.()
      decided.current = showToast({
        text: t('staff:takes_effect', { number: made.cases }),
        kind: 'success',
        stays: undoWithin,
        action: { label: t('common:undo'), run: () => undo(made) },
      })
    },
    onFailed: (failure) => showToast({ text: errorText(failure), kind: 'danger' }),
  })
  const { open, cases } = queue
  const undo = (made?: Parameters<typeof queue.undo>[0]) => {
    setChoice(null)
    queue.undo(made)
  }
  const decide = (verdict: Verdict) => {
    setChoice(null)
    const isUnchosen = verdict.measure === 'verify' && !open?.verification?.photos.some(({ id }) => samePerson.has(id))
    if (isUnchosen) {
      showToast({ text: t('staff:verification_unchosen'), kind: 'danger' })
      return
    }
    const photos = open?.verification?.photos.map(({ id }) => id).filter((id) => samePerson.has(id)) ?? []
    const decided = verdict.measure === 'verify' ? { ...verdict, photos } : verdict
    queue.decide(decided, open && togetherIn === open.id ? open.alike : [])
  }
  const choose = (chosen: Choice) => {
    if (!open || !choicesFor(open).includes(chosen)) return
    const step = stepOf(open, chosen)
    if ('verdict' in step) decide(step.verdict)
    else setChoice(chosen)
  }
  const move = (step: 1 | -1) => {
    setChoice(null)
    queue.move(step)
  }

  useKeys((key) => {
    const chosen = choiceOfKey[key]
    if (chosen) choose(chosen)
    else if (key === 'm' && open?.complaint && canBeMisuse(open)) decide(misuse(open.complaint.reason))
    else if (key === 'j') move(1)
    else if (key === 'k') move(-1)
    else if (key === 'u') undo()
    else if (key === '?') setShowsKeys(true)
    else if (key === 'escape' && choice) setChoice(null)
    else return false
    return true
  })

  const remind = useEffectEvent(() => showToast({ text: t('staff:care_break_due'), stays: 60_000 }))
  const { breakAfterMinutes } = care
  useEffect(() => {
    if (!breakAfterMinutes) return
    const timer = setInterval(() => remind(), breakAfterMinutes * 60_000)
    return () => clearInterval(timer)
  }, [breakAfterMinutes])

  if (queue.error) return <ErrorState error={queue.error} onRetry={queue.retry} />
  if (!queue.data) {
    return (
      <Loading>
        <Skeleton height="480px" />
      </Loading>
    )
  }
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <section className={styles.queue} aria-label={t('staff:queue')}>
      <div className={styles.head}>
        <QueueFilters queue={queue.data} filter={filter} onChange={setFilter} />
        <Button
          kind="quiet"
          small
          icon={<HeartHandshake size={20} aria-hidden="true" />}
          onClick={() => setShowsCare(true)}
        >
          {t('staff:care')}
        </Button>
        <Button
          kind="quiet"
          small
          icon={<Keyboard size={20} aria-hidden="true" />}
          aria-keyshortcuts="?"
          onClick={() => setShowsKeys(true)}
        >
          {t('staff:keys')}
        </Button>
      </div>
      <NewPhotos rules={queue.data.new_photos} />
      {queue.skipped > 0 && (
        <Notice>
          {t('staff:care_quota_reached')}{' '}
          <Button kind="quiet" small onClick={() => setPastQuota(true)}>
            {t('staff:care_show_anyway')}
          </Button>
        </Notice>
      )}
      {cases.length === 0 && !open ? (
        <EmptyState
          icon={<Check size={28} />}
          title={t(isFiltered ? 'staff:queue_none_like_it' : 'staff:queue_clear')}
          text={t(isFiltered ? 'staff:queue_none_like_it_text' : 'staff:queue_clear_text')}
        />
      ) : (
        <div className={styles.panes}>
          <CaseList
            cases={cases}
            openId={open?.id ?? null}
            onOpen={(id) => {
              setChoice(null)
              queue.openOne(id)
            }}
          />
          {open ? (
            <CaseView
              key={open.id}
              found={open}
              choice={choice}
              isTogether={togetherIn === open.id}
              onTogether={(together) => setTogetherIn(together ? open.id : null)}
              busy={queue.busy}
              onChoose={choose}
              onBack={() => setChoice(null)}
              onDecide={decide}
              onAgain={queue.again}
              onHandedOver={() => queue.leave(open.id)}
              showPhotos={showPhotos}
              samePerson={samePerson}
              onSamePerson={setSamePerson}
            />
          ) : (
            <EmptyState
              icon={<Inbox size={28} />}
              title={t('staff:queue_pick')}
              text={t('staff:queue_pick_text')}
              action={
                <Button busy={queue.busy} aria-keyshortcuts="J" onClick={() => move(1)}>
                  {t('staff:queue_first')}
                </Button>
              }
            />
          )}
        </div>
      )}
      <CareDialog open={showsCare} onClose={() => setShowsCare(false)} />
      <KeysDialog open={showsKeys} onClose={() => setShowsKeys(false)} />
    </section>
  )
}
