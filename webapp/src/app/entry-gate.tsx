import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSettings } from '../api/use-settings'
import { useUser } from '../api/use-user'
import { paths } from './paths'

const EntryWarning = lazy(() => import('../features/entry/components/entry-warning').then((module) => ({ default: module.EntryWarning })))

/** On the bare layouts only visitors from these countries are warned. */
const bareCountries = ['NL', 'DE']

export function EntryGate({ bare = false }: { bare?: boolean }) {
  const { settings } = useSettings()
  const { user } = useUser()
  const { pathname } = useLocation()
  if (!settings?.enable_site_entry_popup || user !== null || pathname === paths.completeSignup) return null
  return (
    <Suspense>
      <EntryWarning settings={settings} loggedIn={false} countries={bare ? bareCountries : settings.countries} />
    </Suspense>
  )
}
