import i18next from 'i18next'
import { lazy } from 'react'
import { useLocation } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { readConsent } from '@/tracking/consent'
import { useBrowserFact } from '@/ui'
import { paths } from '@/paths'
import { HydrationBoundary } from '@/app/shell/hydration-boundary'

const EntryWarning = lazy(() =>
  import('@/features/entry/components/entry-warning').then((module) => ({ default: module.EntryWarning })),
)
const ConsentBar = lazy(async () => {
  const [{ ConsentBar }] = await Promise.all([
    import('@/features/consent/components/consent-bar'),
    i18next.loadNamespaces('signup'),
  ])
  return { default: ConsentBar }
})

/** On the bare layouts only visitors from these countries are warned. */
const bareCountries = ['NL', 'DE']
const unwarned = [paths.completeSignup, '/reset-password', '/reset-password/do'] as string[]

/**
 * Questions to visitors before anything else: their age, and the consent to attribution. The bare layouts
 * want one thing, so nothing may lie over its button there.
 */
export function EntryGate({ bare = false }: { bare?: boolean }) {
  const { settings } = useSettings()
  const { user } = useUser()
  const { pathname } = useLocation()
  // The server cannot know what this device has answered.
  const isInBrowser = useBrowserFact(() => true, false)
  if (!isInBrowser || !settings || user !== null) return null
  return (
    <>
      {!bare && readConsent() === null && (
        <HydrationBoundary>
          <ConsentBar cookiesPath={paths.page('cookies')} />
        </HydrationBoundary>
      )}
      {settings.enable_site_entry_popup && !unwarned.includes(pathname) && (
        <HydrationBoundary>
          <EntryWarning settings={settings} loggedIn={false} countries={bare ? bareCountries : settings.countries} />
        </HydrationBoundary>
      )}
    </>
  )
}
