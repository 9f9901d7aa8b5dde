import { CircleQuestionMark, EllipsisVertical, Flag, HeartOff, ShieldBan } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Card } from '@/api/types'
import { paths } from '@/paths'
import { Menu, menuItem, useBrowserFact } from '@/ui'
import styles from './card-menu.module.css'
import { useBlocking } from './use-blocking'

const UnmatchDialog = lazy(() => import('./unmatch-dialog'))

/** Explain the order, report and block from a card. A block needs no confirmation here, because it can be undone at once. */
export function CardMenu({ card, isMatch }: { card: Card; isMatch?: boolean }) {
  const { t } = useTranslation('members')
  const blocking = useBlocking(card, false)
  const { name } = card
  const [isUnmatching, setUnmatching] = useState(false)
  // A page has up to 24 of these, closed: the server leaves their entries out.
  const isInBrowser = useBrowserFact(() => true, false)
  return (
    <>
      <Menu
        label={t('options')}
        trigger={(props) => (
          <button {...props} type="button" className={styles.over} aria-label={t('options_of', { name })}>
            <EllipsisVertical size={22} aria-hidden="true" />
          </button>
        )}
      >
        {isInBrowser && (
          <>
            <Link className={menuItem()} to={paths.page('ranking')}>
              <CircleQuestionMark size={20} aria-hidden="true" />
              {t('why_shown')}
            </Link>
            <Link className={menuItem()} to={blocking.reportLink}>
              <Flag size={20} aria-hidden="true" />
              {t('report', { name })}
            </Link>
            {isMatch && (
              <button type="button" className={menuItem(true)} onClick={() => setUnmatching(true)}>
                <HeartOff size={20} aria-hidden="true" />
                {t('unmatch', { name })}
              </button>
            )}
            <button type="button" className={menuItem(true)} disabled={blocking.busy} onClick={blocking.blockNow}>
              <ShieldBan size={20} aria-hidden="true" />
              {t('block', { name })}
            </button>
          </>
        )}
      </Menu>
      {isUnmatching && (
        <Suspense>
          <UnmatchDialog who={card} onClose={() => setUnmatching(false)} />
        </Suspense>
      )}
    </>
  )
}
