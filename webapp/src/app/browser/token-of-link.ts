import { useState } from 'react'

/** The secret of a mailed link, from behind the # so that no server or log sees it. */
export function useTokenOfLink(): string {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  return token
}
