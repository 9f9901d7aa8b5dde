import { useLocation, type LinkProps } from 'react-router'
import { LinkButton } from '../ui'
import { paths } from './paths'

interface Props extends Pick<LinkProps, 'children'> {
  kind?: 'primary' | 'secondary'
  small?: boolean
  wide?: boolean
}

/** A page of its own on a smartphone, a modal over the present screen elsewhere. */
export function SignupLink({ children, ...look }: Props) {
  const location = useLocation()
  const phone = window.matchMedia('(max-width: 767.98px)').matches
  return (
    <LinkButton {...look} to={paths.signup} state={phone ? null : { behind: location }}>
      {children}
    </LinkButton>
  )
}
