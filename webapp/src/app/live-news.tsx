import { LiveUpdates } from '../live/live-updates'
import News from './news'

/** The stream opens with those who tell what it says: a match that came before them would be told to nobody. */
export default function LiveNews() {
  return (
    <>
      <News />
      <LiveUpdates />
    </>
  )
}
