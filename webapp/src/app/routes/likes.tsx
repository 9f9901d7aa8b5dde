import { useParams } from 'react-router'
import { LikeButton } from '@/features/likes/components/like-button'
import { LikesScreen } from '@/features/likes/components/likes-screen'
import { isLikesType } from '@/features/likes/model/lists'
import { CardMenu } from '@/features/members/components/card-menu'
import { NotFound } from '@/app/errors/not-found'
import { WaysToMeet } from '@/app/notices/ways-to-meet'

export default function LikesRoute() {
  const { type = 'received' } = useParams()
  if (!isLikesType(type)) return <NotFound />
  return (
    <LikesScreen
      type={type}
      action={(card) => (
        <>
          <LikeButton card={card} />
          <CardMenu card={card} isMatch={type === 'matches'} />
        </>
      )}
      menu={(card) => <CardMenu card={card} />}
      ways={<WaysToMeet />}
    />
  )
}
