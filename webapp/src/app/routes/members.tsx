import { LikeButton } from '@/features/likes/components/like-button'
import { CardMenu } from '@/features/members/components/card-menu'
import { SearchScreen } from '@/features/members/components/search-screen'
import { EnrichmentAlert } from '@/features/profile/components/enrichment-alert'

export default function MembersRoute() {
  return (
    <SearchScreen
      between={<EnrichmentAlert />}
      action={(card) => (
        <>
          <LikeButton card={card} />
          <CardMenu card={card} />
        </>
      )}
    />
  )
}
