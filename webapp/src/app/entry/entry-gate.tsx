import { useLocation } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { useStaff, useUser } from '@/api/use-user'
import { ConsentBar } from '@/features/consent/components/consent-bar'
import { EntryWarning } from '@/features/entry/components/entry-warning'
import { readConsent } from '@/tracking/consent'
import { useBrowserFact } from '@/ui'
import { paths } from '@/paths'

/** On the bare layouts only visitors from these countries are warned. */
const bareCountries = ['NL', 'DE']
/** Pages opened from an email, perhaps by a member suspended as too young, a plan shared with a friend, and the doors of
 * people who work here. */
const byLink = [
  paths.appeal,
  paths.notifications,
  paths.sharedPlan,
  paths.planRefusal,
  paths.desk,
  paths.deskInvitation,
  paths.deskOpenId,
] as string[]
const unwarned = [...byLink, paths.completeSignup, '/reset-password', '/reset-password/do']

/**
 * Questions to visitors before anything else: their age, and the consent to attribution. The bare layouts
 * want one thing, so nothing may lie over its button there.
 */
export function EntryGate({ bare = false }: { bare?: boolean }) {
  const { settings } = useSettings()
  const { user } = useUser()
  const staff = useStaff()
  const { pathname } = useLocation()
  // The server cannot know what this device has answered.
  const isInBrowser = useBrowserFact(() => true, false)
  if (!isInBrowser || !settings || user !== null || staff) return null
  return (
    <>
      {!bare && !byLink.includes(pathname) && readConsent() === null && (
        <ConsentBar cookiesPath={paths.page('cookies')} />
      )}
      {settings.enable_site_entry_popup && !unwarned.includes(pathname) && (
        <EntryWarning settings={settings} loggedIn={false} countries={bare ? bareCountries : settings.countries} />
      )}
    </>
  )
}
