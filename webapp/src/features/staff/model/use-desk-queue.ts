import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isApiError } from '@/api/api-error'
import { newId } from '@/api/new-id'
import type { OpenCase, QueuedCase } from '@/api/types'
import {
  decideCases,
  openCase,
  returnCase,
  undoDecision,
  useQueue,
  type QueueFilter,
  type Verdict,
} from '@/features/staff/api/queue'

import { countGrave, isGrave } from './use-care'

const renewAfter = 120_000
/** A little less than the server's ten seconds, for the way there. */
export const undoWithin = 9_500

export interface Made {
  id: string
  caseId: string
  cases: number
}

interface Listeners {
  /** The case that is open now, for the address: Back and a reload open it again. */
  onShown: (id: string | null) => void
  onDecided: (made: Made) => void
  onFailed: (failure: unknown) => void
}

const giveBack = (id: string) => void returnCase(id).catch(() => undefined)

/**
 * The cases that wait, at most one of them open. A decision opens the next one by itself. A case that somebody else has
 * opened or decided meanwhile is passed over. `wanted` is opened at first.
 */
export function useDeskQueue(
  filter: QueueFilter,
  wanted: string | null,
  isSkipped: (one: QueuedCase) => boolean,
  { onShown, onDecided, onFailed }: Listeners,
) {
  const { data, error, mutate } = useQueue(filter)
  const [open, setOpen] = useState<OpenCase | null>(null)
  const [busy, setBusy] = useState(false)
  // Decided here: the server leaves them out from its next answer on.
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [made, setMade] = useState<readonly (Made & { at: number })[]>([])
  const openId = useRef<string | null>(null)
  const all = (data?.cases ?? []).filter(({ id }) => !gone.has(id))
  const cases = all.filter((one) => one.id === open?.id || !isSkipped(one))
  const place = cases.findIndex(({ id }) => id === open?.id)

  const show = (found: OpenCase | null) => {
    openId.current = found?.id ?? null
    setOpen(found)
    if (all.some((one) => one.id === found?.id && isGrave(one))) countGrave(openId.current ?? '')
    onShown(openId.current)
  }

  /** Opens the first of these that nobody else has. */
  const openFirst = async (ids: readonly string[]) => {
    for (const id of ids) {
      try {
        show(await openCase(id))
        return
      } catch (failure) {
        const isPassedOver = ['case_taken', 'already_decided', 'own_case', 'own_decision_appealed', 'not_found'].some(
          (code) => isApiError(failure, code),
        )
        if (!isPassedOver) throw failure
        if (ids.length === 1) onFailed(failure)
      }
    }
    show(null)
  }

  const run = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      onFailed(failure)
    }
    setBusy(false)
  }

  /** Opens the case `step` places on, or the first one. */
  const move = (step: 1 | -1) => {
    const ids = cases.map(({ id }) => id)
    const from = place < 0 ? (step > 0 ? 0 : -1) : place + step
    const ahead = step > 0 ? ids.slice(from) : ids.slice(0, from + 1).toReversed()
    if (from < 0 || ahead.length === 0) return
    void run(async () => {
      const before = openId.current
      await openFirst(ahead)
      if (before && before !== openId.current) giveBack(before)
    })
  }

  const decide = (verdict: Verdict, also: readonly string[] = []) => {
    if (!open) return
    void run(async () => {
      const id = newId()
      await decideCases(id, open.id, also, verdict)
      const decided = { id, caseId: open.id, cases: also.length + 1 }
      setMade((all) => [...all, { ...decided, at: Date.now() }])
      onDecided(decided)
      await leave([open.id, ...also])
    })
  }

  /** Opens the next case after these, which the list does not show any more. */
  const leave = async (ids: readonly string[]) => {
    setGone((all) => new Set([...all, ...ids]))
    const left = cases.filter((one) => !ids.includes(one.id)).map((one) => one.id)
    const after = [...left.slice(Math.max(place, 0)), ...left.slice(0, Math.max(place, 0))]
    show(null)
    await openFirst(after)
    if (left.length < 10) void mutate()
  }

  const undo = (wanted?: Made) => {
    const one = wanted ?? made.findLast(({ at }) => Date.now() - at < undoWithin)
    if (!one) return
    void run(async () => {
      setMade((all) => all.filter(({ id }) => id !== one.id))
      const { cases: back } = await undoDecision(one.id)
      setGone((ids) => new Set([...ids].filter((id) => !back.includes(id))))
      const before = openId.current
      await openFirst([one.caseId])
      if (before && before !== one.caseId) giveBack(before)
      await mutate()
    })
  }

  /** Shows the reports that arrived meanwhile, too: the decision closes those that were shown. */
  const renew = useEffectEvent(async () => {
    const id = openId.current
    if (!id) return
    try {
      const found = await openCase(id)
      if (openId.current === id) setOpen(found)
    } catch (failure) {
      if (!isApiError(failure, 'case_taken') && !isApiError(failure, 'already_decided')) return
      onFailed(failure)
      show(null)
    }
  })
  const openWanted = useEffectEvent(() => {
    if (wanted) openFirst([wanted]).catch(onFailed)
  })
  useEffect(() => {
    const first = setTimeout(() => openWanted())
    const timer = setInterval(() => void renew(), renewAfter)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      if (openId.current) giveBack(openId.current)
    }
  }, [])

  return {
    data,
    error: data ? undefined : error,
    retry: () => void mutate(),
    cases,
    skipped: all.length - cases.length,
    open,
    busy,
    openOne: (id: string) =>
      void run(async () => {
        const before = openId.current
        await openFirst([id])
        if (before && before !== id) giveBack(before)
      }),
    move,
    decide,
    undo,
    /** Opens the next case after one that a colleague has now. */
    leave: (id: string) => run(() => leave([id])),
    /** Reads the open case again, after its pictures changed. */
    again: () => (open ? run(() => openFirst([open.id])) : undefined),
  }
}
