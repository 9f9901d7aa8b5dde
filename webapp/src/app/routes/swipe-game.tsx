import { announceMatch } from '@/features/likes/model/announcements'
import { SwipeScreen } from '@/features/swipe/components/swipe-screen'

export default function SwipeGameRoute() {
  return <SwipeScreen onMatch={announceMatch} />
}
