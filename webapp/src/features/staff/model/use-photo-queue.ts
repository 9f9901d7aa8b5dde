import { useEffect, useRef, useState } from 'react'
import type { WaitingPhoto } from '@/api/types'
import { inspect, useWaitingPhotos } from '@/features/staff/api/desk'
import type { Rejection } from './rejections'

interface Decided {
  photo: WaitingPhoto
  reason: Rejection | null
}

interface SavedDecision {
  status: 'pending' | 'active' | 'rejected'
  reason: Rejection | null
}

const few = 20

/**
 * The photos that wait, one in hand. A decision is sent in the background, so that the next photo is there at once.
 * The open photo stays whatever the server answers meanwhile: a key press always applies to the visible photo.
 * A photo whose decision was not saved comes again after all others.
 */
export function usePhotoQueue(onFailed: (failure: unknown, photo: WaitingPhoto) => 'again' | 'settled') {
  const { data, error, mutate } = useWaitingPhotos()
  const [current, setCurrent] = useState<WaitingPhoto | null>(null)
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const savedDecisions = useRef(new Map<string, Promise<SavedDecision>>())
  const isFetching = useRef(false)
  const isWanted = useRef(false)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  const isDecided = (photo: WaitingPhoto) => decided.some((one) => one.photo.id === photo.id)
  const photos = data?.photos ?? []
  const others = photos.filter((photo) => photo.id !== current?.id && !isDecided(photo))
  const next = [...others.filter(({ id }) => !failed.has(id)), ...others.filter(({ id }) => failed.has(id))]
  if (!current && next[0]) setCurrent(next[0])

  // One at a time: a request that begins while another is on its way would make that one's answer void.
  const fetchMore = async () => {
    isWanted.current = true
    if (isFetching.current) return
    isFetching.current = true
    while (isWanted.current) {
      isWanted.current = false
      await mutate().catch(() => undefined)
    }
    isFetching.current = false
  }

  const send = async (photo: WaitingPhoto, reason: Rejection | null) => {
    const before =
      savedDecisions.current.get(photo.id) ?? Promise.resolve<SavedDecision>({ status: 'pending', reason: null })
    const saved = before.then(async (earlier) => {
      const status = reason ? 'rejected' : 'active'
      if (earlier.status !== status || earlier.reason !== reason) await inspect(photo.id, earlier.status, reason)
      return { status, reason } as const
    })
    savedDecisions.current.set(
      photo.id,
      saved.catch(() => before),
    )
    try {
      await saved
    } catch (failure) {
      if (!isShown.current || onFailed(failure, photo) === 'settled') return
      setFailed((ids) => new Set(ids).add(photo.id))
      setDecided((all) => all.filter((one) => one.photo.id !== photo.id))
      return
    }
    if (!isShown.current) return
    setFailed((ids) => new Set([...ids].filter((id) => id !== photo.id)))
    if (next.length <= few) return void fetchMore()
    void mutate(
      (now) =>
        now?.photos.some(({ id }) => id === photo.id)
          ? { photos: now.photos.filter(({ id }) => id !== photo.id), waiting: now.waiting - 1 }
          : now,
      { revalidate: false },
    )
  }

  return {
    error: data ? undefined : error,
    isLoading: !data,
    retry: () => void mutate(),
    /** With a link that holds, whenever there is a newer one. */
    photo: current && (photos.find(({ id }) => id === current.id) ?? current),
    next,
    waiting: Math.max(0, (data?.waiting ?? 0) - photos.filter(isDecided).length),
    hasFailed: failed.size > 0,
    last: decided.at(-1)?.photo ?? null,

    decide(reason: Rejection | null) {
      if (!current) return
      setDecided((all) => [...all.filter((one) => one.photo.id !== current.id), { photo: current, reason }])
      setCurrent(next[0] ?? null)
      void send(current, reason)
    },

    /** Shows the photo decided last again; its decision stays in force until another is made. */
    back() {
      const last = decided.at(-1)
      if (!last) return
      setDecided(decided.slice(0, -1))
      setCurrent(last.photo)
    },
  }
}
