import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatch, useNavigate } from 'react-router'
import { useLikes } from '../api/use-likes'
import { useOwnProfile } from '../api/use-own-profile'
import { MatchDialog } from '../features/likes/components/match-dialog'
import { announceMatch, closeMatch, currentMatch, onMatches } from '../features/likes/model/announcements'
import { isLiked } from '../features/likes/model/lists'
import { useProfile } from '../features/members/api/use-profile'
import { useLive } from '../live/use-live'
import { showToast } from '../ui'
import { LikePopup } from './like-popup'
import { paths } from './paths'

/** Tells of new likes and matches wherever the member is. */
export default function News() {
  const { t } = useTranslation('likes')
  const navigate = useNavigate()
  const match = useSyncExternalStore(onMatches, currentMatch)
  const { data: likes } = useLikes()
  const onLikes = useMatch(`${paths.likes}/*`)

  useLive('match', ({ profile_id }) => announceMatch(profile_id))
  useLive('like', ({ profile_id }) => {
    // Liked before, it is a match, and that is told by itself.
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

function Match({ id }: { id: string }) {
  const { profile: own } = useOwnProfile()
  const { data: profile, error } = useProfile(id)
  useEffect(() => {
    if (error) closeMatch()
  }, [error])
  return (
    <MatchDialog
      card={(own && profile) ?? null}
      own={{ name: own?.name ?? '', photo: own?.main_image ?? null }}
      mutual
      onClose={closeMatch}
      onImagePressed={closeMatch}
      onButtonPressed={closeMatch}
    />
  )
}
