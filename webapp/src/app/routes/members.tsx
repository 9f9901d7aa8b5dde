import { LikeButton } from '../../features/likes/components/like-button'
import { SearchScreen } from '../../features/members/components/search-screen'

export default function MembersRoute() {
  return <SearchScreen action={(card) => <LikeButton card={card} />} />
}
