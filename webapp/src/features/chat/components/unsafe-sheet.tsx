import { Ban, ChevronRight, Phone, ShieldAlert, ShieldPlus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ownEmergencyNumbers } from '@/api/emergency-numbers'
import type { Card } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { paths } from '@/paths'
import { Sheet } from '@/ui'
import rows from '@/ui/rows.module.css'
import styles from './unsafe-sheet.module.css'

interface Props {
  open: boolean
  onClose: () => void
  profile: Card | null
  report: string | null | undefined
  onBlock: (() => void) | undefined
  onRemove: (() => void) | undefined
}

/** What a member can do who feels unsafe in a conversation: a call first. */
export function UnsafeSheet({ open, onClose, profile, report, onBlock, onRemove }: Props) {
  const { t } = useTranslation(['chat', 'common'])
  const { settings } = useSettings()
  const then = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('chat:unsafe')}>
      <p>{t('chat:unsafe_text')}</p>
      <ul className={rows.rows}>
        {ownEmergencyNumbers(settings).map((phone) => (
          <Row key={phone} icon={<Phone size={22} />}>
            <a className={styles.act} href={`tel:${phone}`}>
              {t('chat:unsafe_call', { phone })}
            </a>
          </Row>
        ))}
        {report && (
          <Row icon={<ShieldAlert size={22} />}>
            <Link className={styles.act} to={report} onClick={onClose}>
              {profile ? t('chat:report_named', { name: profile.name }) : t('chat:report_partner')}
            </Link>
          </Row>
        )}
        {profile && onBlock && (
          <Row icon={<Ban size={22} />}>
            <button type="button" className={styles.act} onClick={then(onBlock)}>
              {t('chat:block_named', { name: profile.name })}
            </button>
          </Row>
        )}
        {onRemove && (
          <Row icon={<Trash2 size={22} />}>
            <button type="button" className={styles.act} onClick={then(onRemove)}>
              {t('chat:unsafe_leave')}
            </button>
          </Row>
        )}
        <Row icon={<ShieldPlus size={22} />}>
          <Link className={styles.act} to={paths.safety} onClick={onClose}>
            {t('common:footer_safety')}
          </Link>
        </Row>
      </ul>
    </Sheet>
  )
}

function Row({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <span className={rows.icon} aria-hidden="true">
        {icon}
      </span>
      {children}
      <ChevronRight size={22} aria-hidden="true" />
    </li>
  )
}
