import { useTranslation } from 'react-i18next'
import backLeft from '@/assets/hero/left.webp'
import backRight from '@/assets/hero/right.webp'
import front from '@/assets/hero/front.webp'
import frontSmall from '@/assets/hero/front-small.webp'
import backLeftSmall from '@/assets/hero/left-small.webp'
import backRightSmall from '@/assets/hero/right-small.webp'
import styles from './hero-portraits.module.css'

/** Drawn by our own generator: nobody real, nobody one could be offered to meet. */
export function HeroPortraits() {
  const { t } = useTranslation()
  return (
    <div className={styles.portraits} role="img" aria-label={t('hero_portraits')}>
      <Portrait className={styles.left} small={backLeftSmall} large={backLeft} />
      <Portrait className={styles.right} small={backRightSmall} large={backRight} />
      <Portrait className={styles.front} small={frontSmall} large={front} first />
      <span className={styles.bubble}>{t('hero_bubble')}</span>
    </div>
  )
}

interface Props {
  className: string | undefined
  small: string
  large: string
  first?: boolean
}

function Portrait({ className, small, large, first }: Props) {
  return (
    <img
      className={className}
      src={small}
      srcSet={`${small} 320w, ${large} 560w`}
      sizes="(min-width: 992px) 300px, 50vw"
      width="400"
      height="500"
      alt=""
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  )
}
