import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Town } from '@/api/types'
import { Button } from '@/ui'
import { describeTown, townHere } from './find-towns'
import styles from './town-field.module.css'

type State = { kind: 'idle' | 'asking' | 'denied' | 'failed' } | { kind: 'found'; town: Town }

const permissionDenied = 1

export function LocateButton({ onFound }: { onFound: (town: Town) => void }) {
  const { t } = useTranslation('account')
  const [state, setState] = useState<State>({ kind: 'idle' })
  if (!('geolocation' in navigator)) return null

  const locate = async () => {
    setState({ kind: 'asking' })
    try {
      const town = await townHere()
      if (!town) return setState({ kind: 'failed' })
      setState({ kind: 'found', town })
      onFound(town)
    } catch (error) {
      setState({ kind: (error as GeolocationPositionError).code === permissionDenied ? 'denied' : 'failed' })
    }
  }

  const words = {
    idle: null,
    asking: t('locating'),
    found: state.kind === 'found' ? t('located', { town: describeTown(state.town) }) : null,
    denied: t('locate_denied'),
    failed: t('locate_failed'),
  }[state.kind]

  return (
    <div className={styles.locate}>
      <Button
        kind="quiet"
        small
        busy={state.kind === 'asking'}
        icon={<LocateFixed size={20} aria-hidden="true" />}
        onClick={() => void locate()}
      >
        {t('locate')}
      </Button>
      <p role="status" className={styles.status}>
        {words}
      </p>
    </div>
  )
}
