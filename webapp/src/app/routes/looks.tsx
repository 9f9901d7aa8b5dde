import { LikeButton } from '@/features/likes/components/like-button'
import { LooksScreen } from '@/features/looks/components/looks-screen'
import { CardMenu } from '@/features/members/components/card-menu'

export default function LooksRoute() {
  return (
    <LooksScreen
      action={(card) => (
        <>
          <LikeButton card={card} />
          <CardMenu card={card} />
        </>
      )}
    />
  )
}
