import { useTranslation } from 'react-i18next'
import type { NewAuthenticator } from '@/api/types'
import styles from './security.module.css'

const edge = 4

/** The secret of an authenticator app, as a picture and as text. */
export function AuthenticatorCode({ fresh }: { fresh: Pick<NewAuthenticator, 'qr' | 'secret'> }) {
  const { t } = useTranslation('security')
  return (
    <>
      <p>{t('factor_scan')}</p>
      <svg
        className={styles.qr}
        viewBox={`${-edge} ${-edge} ${fresh.qr.size + 2 * edge} ${fresh.qr.size + 2 * edge}`}
        role="img"
        aria-label={t('factor_qr')}
        shapeRendering="crispEdges"
      >
        <path d={fresh.qr.path} fill="currentColor" />
      </svg>
      <div>
        <p>{t('factor_secret')}</p>
        <p className={styles.secret}>{fresh.secret}</p>
      </div>
    </>
  )
}
