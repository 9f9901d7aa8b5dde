import { LikeButton } from '@/features/likes/components/like-button'
import { SearchScreen } from '@/features/members/components/search-screen'
import { EnrichmentAlert } from '@/features/profile/components/enrichment-alert'

export default function MembersRoute() {
  return <SearchScreen notice={<EnrichmentAlert />} action={(card) => <LikeButton card={card} />} />
}
