import { useLocation, type LinkProps } from 'react-router'
import { LinkButton } from '@/ui'
import { useIsPhone } from '@/app/browser/is-phone'
import { signupFor } from '@/paths'

interface Props extends Pick<LinkProps, 'children'> {
  kind?: 'primary' | 'secondary' | 'quiet'
  small?: boolean
  wide?: boolean
  /** Where to go on to after the sign-up. */
  next?: string | null
}

/** A page of its own on a smartphone, a modal over the present screen elsewhere. */
export function SignupLink({ children, next = null, ...look }: Props) {
  const location = useLocation()
  const isPhone = useIsPhone()
  return (
    <LinkButton {...look} to={signupFor(next)} state={isPhone ? null : { behind: location }}>
      {children}
    </LinkButton>
  )
}
