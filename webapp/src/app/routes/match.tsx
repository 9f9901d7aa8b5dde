import { useNavigate, useParams } from 'react-router'
import { useLikes } from '@/api/use-likes'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { useStartConversation } from '@/features/chat/api/start-conversation'
import { LikeButton } from '@/features/likes/components/like-button'
import { LikesScreen } from '@/features/likes/components/likes-screen'
import { MatchDialog } from '@/features/likes/components/match-dialog'
import { CardMenu } from '@/features/members/components/card-menu'
import { NotFound } from '@/app/errors/not-found'
import { paths } from '@/paths'
import { WaysToMeet } from '@/app/notices/ways-to-meet'

/** The address a notification leads to: one match, or one new like, over the list it belongs to. */
export default function MatchRoute() {
  const { id } = useParams()
  const navigate = useNavigate()
  const { data: likes } = useLikes()
  const startConversation = useStartConversation()
  const { profile: own } = useOwnProfile()
  const card = likes?.liked_by.find((other) => other.id === id) ?? likes?.matches.find((other) => other.id === id)
  if (likes && !card) return <NotFound />
  const list = card && !card.match ? 'received' : 'matches'
  return (
    <>
      <LikesScreen
        type={list}
        action={(other) => <LikeButton card={other} />}
        menu={(other) => <CardMenu card={other} />}
        ways={<WaysToMeet />}
      />
      <MatchDialog
        card={card ?? null}
        own={{ name: own?.name ?? '', photo: own?.main_image ?? null }}
        mutual={card?.match ?? false}
        onConversationStart={startConversation}
        onClose={() => void navigate(paths.likesOf(list), { replace: true })}
      />
    </>
  )
}
