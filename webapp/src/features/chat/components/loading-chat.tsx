import { Loading, Skeleton } from '@/ui'
import styles from './chat-view.module.css'

const widths = ['58%', '34%', '46%', '62%', '28%', '40%']

/** Bubbles in grey while the chat is on its way. */
export function LoadingChat() {
  return (
    <Loading className={styles.loading}>
      <div className={styles.loadingBar}>
        <Skeleton className={styles.avatar} width="44px" height="44px" />
        <Skeleton width="140px" />
      </div>
      {widths.map((width, index) => (
        <Skeleton key={width} className={index % 3 === 2 ? styles.mine : styles.theirs} width={width} height="44px" />
      ))}
    </Loading>
  )
}
