import { useLocation } from 'react-router'
import { NetworkView, NoNetworkView } from '@/features/marketing/network-view/network-view'

/** The link brings its key behind the #, which no server log and no Referer has. */
export default function NetworkViewRoute() {
  const key = new URLSearchParams(useLocation().hash.slice(1)).get('key')
  return key ? <NetworkView key={key} viewKey={key} /> : <NoNetworkView />
}
