import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AutoLike } from '@/api/types'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { useAutoLike } from '@/features/likes/api/auto-like'
import { MatchDialog } from '@/features/likes/components/match-dialog'
import { delayOf, photoOf } from '@/features/likes/model/popup'

type Shown = Extract<AutoLike, { name: string }>

/** Shows a new like some seconds after coming by an address with `t`, which then leaves the address. */
export function LikePopup() {
  const [query, setQuery] = useSearchParams()
  const [like, setLike] = useState<Shown | null>(null)
  const { profile: own } = useOwnProfile()
  const autoLike = useAutoLike()
  const delay = delayOf(query.get('t'))

  const open = useEffectEvent(async () => {
    setQuery(
      (now) => {
        now.delete('t')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
    // A popup that nobody asked for fails silently.
    const found = await autoLike().catch(() => null)
    if (found?.id) setLike(found)
  })

  useEffect(() => {
    if (delay === null) return
    const timer = setTimeout(() => void open(), delay)
    return () => clearTimeout(timer)
  }, [delay])

  const close = () => setLike(null)
  const card = like && { ...like, main_image: photoOf(like.main_image) }
  return (
    <MatchDialog
      card={card}
      own={{ name: own?.name ?? '', photo: own?.main_image ?? null }}
      mutual={like?.mutual ?? false}
      leadsTo="profile"
      onClose={close}
      onImagePressed={close}
      onButtonPressed={close}
    />
  )
}
