import { Flag, ShieldBan } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Button, menuItem } from '@/ui'
import styles from './safety.module.css'
import type { Blocking } from './use-blocking'

interface Props {
  name: string
  blocking: Blocking
}

const anchor = 'safety'

/** The way to report and to block that stands on the page; other screens link to it. */
export function Safety({ name, blocking }: Props) {
  const { t } = useTranslation('members')
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()

  useEffect(() => {
    if (hash !== `#${anchor}`) return
    heading.current?.scrollIntoView({ block: 'center' })
    heading.current?.focus({ preventScroll: true })
  }, [hash])

  return (
    <section id={anchor} className={styles.safety}>
      <h2 ref={heading} tabIndex={-1}>
        {t('safety_title')}
      </h2>
      <p>{t('safety_text')}</p>
      <div className={styles.ways}>
        <Link className={menuItem()} to={blocking.reportLink}>
          <Flag size={20} aria-hidden="true" />
          {t('report', { name })}
        </Link>
        {!blocking.blocked && (
          <Button kind="danger" small icon={<ShieldBan size={20} aria-hidden="true" />} onClick={blocking.ask}>
            {t('block', { name })}
          </Button>
        )}
      </div>
    </section>
  )
}
