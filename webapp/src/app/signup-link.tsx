import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '../ui'
import { paths } from './paths'

/** A page of its own on a smartphone, a modal over the present screen elsewhere. */
export function SignupLink({ children, small, wide }: { children: ReactNode; small?: boolean; wide?: boolean }) {
  const location = useLocation()
  const phone = window.matchMedia('(max-width: 767.98px)').matches
  return (
    <LinkButton small={small ?? false} wide={wide ?? false} to={paths.signup} state={phone ? null : { behind: location }}>
      {children}
    </LinkButton>
  )
}
