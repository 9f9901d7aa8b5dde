import { useHref, useLocation, useMatch, useNavigate } from 'react-router'
import type { User } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { setUser } from '@/api/use-user'
import { rememberSent } from '@/features/activation/model/cooldown'
import { paths } from '@/paths'

const usual = { name_longest: 40, email_longest: 254, password_shortest: 8, password_longest: 128, oldest_years: 120 }

/** The props of the wizard, on a page and in a modal. */
export function useSignupProps() {
  const { settings } = useSettings()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  // The modal stands outside of the routes, so the address itself is read.
  const target = useMatch('/members/:id/signup')?.params.id ?? null
  const termsPath = useHref(paths.page('terms'))
  const privacyPath = useHref(paths.page('privacy'))
  const countries = settings?.countries ?? ['NL']
  const here = target ? paths.memberSignup(target) : paths.signup
  return {
    site: {
      min_age: settings?.min_age ?? 18,
      message_length: settings?.message_length ?? 1000,
      signup_limits: settings?.signup_limits ?? usual,
      country: settings?.geoip_selected_country ?? countries[0] ?? 'NL',
      countries,
      signup_credits: settings?.signup_credits ?? 6,
      free_messages: settings?.free_messages ?? 3,
    },
    target,
    wished: Number(new URLSearchParams(search).get('step') ?? 1) - 1 || 0,
    goTo: (step: number) => {
      // The rest of the address stays: a reload must not lose which page led here.
      const query = new URLSearchParams(search)
      query.set('step', String(step + 1))
      void navigate(`${here}?${query}`, { state })
    },
    onDone: async (user: User | null, email: string) => {
      if (!user) return void navigate(paths.login, { replace: true, state: { signedUp: email } })
      rememberSent()
      await setUser(user)
    },
    loginPath: paths.login,
    termsPath,
    privacyPath,
  }
}
