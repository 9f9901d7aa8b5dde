import { useLocation, type LinkProps } from 'react-router'
import { LinkButton } from '@/ui'
import { isPhone } from '@/app/browser/is-phone'
import { paths } from '@/paths'

interface Props extends Pick<LinkProps, 'children'> {
  kind?: 'primary' | 'secondary'
  small?: boolean
  wide?: boolean
}

/** A page of its own on a smartphone, a modal over the present screen elsewhere. */
export function SignupLink({ children, ...look }: Props) {
  const location = useLocation()
  return (
    <LinkButton {...look} to={paths.signup} state={isPhone() ? null : { behind: location }}>
      {children}
    </LinkButton>
  )
}
