/// <reference types="react/canary" />
import { ViewTransition, type ReactNode } from 'react'
import './shared-photo.css'

/** Moves between two screens that both show it, where the browser can and motion is welcome. */
export function SharedPhoto({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ViewTransition name={`photo-${name}`} share="photo" enter="none" exit="none" update="none">
      {children}
    </ViewTransition>
  )
}
