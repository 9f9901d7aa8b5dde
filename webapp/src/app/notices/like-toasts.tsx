import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatch, useNavigate } from 'react-router'
import { isApiError } from '@/api/api-error'
import { isPassing } from '@/api/retry'
import { useLikes } from '@/api/use-likes'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { useUser } from '@/api/use-user'
import { useStartConversation } from '@/features/chat/api/start-conversation'
import { MatchDialog } from '@/features/likes/components/match-dialog'
import { createAnnouncements } from '@/features/likes/model/announcements'
import { isLiked } from '@/features/likes/model/lists'
import { useProfile } from '@/features/members/api/use-profile'
import { useSingleton } from '@/singletons'
import { useLive } from '@/live/use-live'
import { useToast } from '@/ui'
import { LikePopup } from './like-popup'
import { paths } from '@/paths'

/** Toasts and dialogs for new likes and matches, on every screen. */
export default function LikeToasts() {
  const showToast = useToast()
  const { t } = useTranslation('likes')
  const navigate = useNavigate()
  const { announce, announceTo, current, subscribe } = useSingleton(createAnnouncements)
  const match = useSyncExternalStore(subscribe, current)
  const { data: likes } = useLikes()
  const memberId = useUser().user?.id
  const onLikes = useMatch(`${paths.likes}/*`)

  useEffect(() => {
    if (memberId) announceTo(memberId)
  }, [memberId, announceTo])
  useLive('match', ({ profile_id }) => announce(profile_id))
  useLive('like', ({ profile_id }) => {
    // Liked before, it is a match, which has a toast of its own.
    if (profile_id && isLiked(likes, profile_id)) return
    const look = { label: t('look'), run: () => void navigate(paths.likes) }
    showToast({ text: t('new_like'), kind: 'accent', ...(!onLikes && { action: look }) })
  })
  return (
    <>
      <LikePopup />
      {match && <Match key={match} id={match} />}
    </>
  )
}

const askAgainAfter = 5_000

/** Retries until the profile is read; a profile that is gone closes the announcement. */
function Match({ id }: { id: string }) {
  const { user } = useUser()
  const { profile: own, error: ownError } = useOwnProfile()
  const { data: profile, error, mutate } = useProfile(id)
  const announcements = useSingleton(createAnnouncements)
  const startConversation = useStartConversation()
  const close = () => announcements.close(id)
  useEffect(() => {
    if (!error) return
    if (!isPassing(error) && isApiError(error) && error.status < 500) return announcements.close(id)
    const timer = setTimeout(() => void mutate(), askAgainAfter)
    return () => clearTimeout(timer)
  }, [error, id, mutate, announcements])
  return (
    <MatchDialog
      card={(own || ownError ? profile : null) ?? null}
      own={{ name: own?.name ?? user?.name ?? '', photo: own?.main_image ?? null }}
      mutual
      onClose={close}
      onImagePressed={close}
      onButtonPressed={close}
      onConversationStart={startConversation}
    />
  )
}
