import { createAnnouncements } from '@/features/likes/model/announcements'
import { useSingleton } from '@/singletons'
import { SwipeScreen } from '@/features/swipe/components/swipe-screen'

export default function SwipeGameRoute() {
  const { announce } = useSingleton(createAnnouncements)
  return <SwipeScreen onMatch={announce} />
}
