import { Crown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import { LinkButton, usePhotoAddress } from '@/ui'
import { useBlurredSeen } from '@/features/likes/api/use-blurred-seen'
import styles from './blurred-likes.module.css'

interface Props {
  count: number
  new: number
  pictures: string[]
}

/** Likes visible to premium members alone: their number, and the photos as blurred by the server. */
export function BlurredLikes({ count, new: fresh, pictures }: Props) {
  const { t } = useTranslation('likes')
  const address = usePhotoAddress()
  useBlurredSeen(fresh > 0)
  return (
    <section className={styles.blurred} aria-labelledby="blurred-likes">
      {pictures.length > 0 && (
        <ul className={styles.pictures} aria-hidden="true">
          {pictures.slice(0, 5).map((src) => (
            <li key={src}>
              <img src={address(src)} alt="" width="400" height="500" loading="lazy" decoding="async" />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.words}>
        <h2 id="blurred-likes">{t('veiled_title', { count })}</h2>
        <p>{t('veiled_text')}</p>
        <LinkButton to={paths.premium} icon={<Crown size={20} aria-hidden="true" />}>
          {t('veiled_action')}
        </LinkButton>
      </div>
    </section>
  )
}
