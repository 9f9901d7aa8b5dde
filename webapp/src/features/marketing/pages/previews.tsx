import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './editor.module.css'

interface Props {
  /** Path of the preview, with its token. */
  path: string | undefined
  language: string
  isStale: boolean
}

const screens = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1280, height: 900 },
] as const

const smallest = 0.25

/** The page on a phone and on a desktop side by side, in the language being written. */
export function Previews({ path, language, isStale }: Props) {
  const { t } = useTranslation('landing')
  const address = path && `${path}&lang=${language}`
  return (
    <section className={styles.previews} aria-label={t('preview')}>
      <div className={styles.screens}>
        {screens.map((screen) => (
          <Screen key={screen.name} {...screen} title={t(`preview_${screen.name}`)} address={address} />
        ))}
      </div>
      <p className={styles.quiet} role="status">
        {isStale && t('preview_stale')}
      </p>
      {address && (
        <a className={styles.open} href={address} target="_blank" rel="noreferrer">
          {t('preview_open')}
        </a>
      )}
    </section>
  )
}

interface ScreenProps {
  name: 'phone' | 'desktop'
  width: number
  height: number
  title: string
  address: string | undefined
}

/** A frame as wide as the real screen, drawn smaller. No script runs in it, and its links lead nowhere. */
function Screen({ name, width, height, title, address }: ScreenProps) {
  const room = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(smallest)
  useEffect(() => {
    const box = room.current
    if (!box) return
    const fit = () => setScale(box.clientWidth / width || smallest)
    fit()
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [width])
  return (
    <figure className={styles[name]}>
      <div className={styles.room} ref={room} style={{ blockSize: height * scale }}>
        {address && (
          <iframe
            title={title}
            src={address}
            sandbox="allow-same-origin"
            width={width}
            height={height}
            style={{ transform: `scale(${scale})` }}
          />
        )}
      </div>
      <figcaption>{title}</figcaption>
    </figure>
  )
}
