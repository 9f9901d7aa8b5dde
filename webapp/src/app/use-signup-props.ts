import { useHref, useLocation, useNavigate } from 'react-router'
import type { User } from '../api/types'
import { useSettings } from '../api/use-settings'
import { setUser } from '../api/use-user'
import { paths } from './paths'

/** What the wizard needs from the app, whether it stands on a page or in a modal. */
export function useSignupProps() {
  const { settings } = useSettings()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const termsPath = useHref(paths.page('terms'))
  const privacyPath = useHref(paths.page('privacy'))
  const countries = settings?.countries ?? ['NL']
  return {
    site: {
      min_age: settings?.min_age ?? 18,
      country: settings?.default_country ?? countries[0] ?? 'NL',
      countries,
      signup_credits: settings?.signup_credits ?? 6,
      free_messages: settings?.free_messages ?? 3,
    },
    wished: Number(new URLSearchParams(search).get('step') ?? 1) - 1 || 0,
    goTo: (step: number) => void navigate(`${paths.signup}?step=${step + 1}`, { state }),
    onDone: async (user: User) => {
      await setUser(user)
    },
    loginPath: paths.login,
    termsPath,
    privacyPath,
  }
}
