import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Badge, Button, ErrorState, Loading, Skeleton, TextInput } from '@/ui'
import { paths } from '@/paths'
import { slugOf } from './model'
import { usePages } from './use-pages'
import styles from './pages.module.css'

/** All landing pages of the site: those made here first, then the built-in ones. */
export function PageList() {
  const { t } = useTranslation('landing')
  const { data, error, mutate } = usePages()
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data)
    return (
      <Loading>
        <Skeleton height="320px" />
      </Loading>
    )
  return (
    <div className={styles.stack}>
      <NewPage />
      <ul className={styles.list}>
        {data.pages.map(({ slug, path, scene, state, live_version: live, waiting }) => (
          <li key={slug}>
            <Link to={paths.marketing(`pages/${slug}`)}>{slug}</Link>
            <span className={styles.quiet}>
              {path} · {scene}
            </span>
            <span className={styles.state}>
              {t(`state_${state}`)}
              {state === 'live' && live !== null && ` · ${t('version', { version: live })}`}
              {waiting > 0 && <Badge count={waiting} label={t('waiting')} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function NewPage() {
  const { t } = useTranslation('landing')
  const { t: say } = useTranslation('errors')
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const navigate = useNavigate()
  const slug = slugOf(typed)
  const open = (event: SyntheticEvent) => {
    event.preventDefault()
    setRefused(!slug)
    if (slug) void navigate(paths.marketing(`pages/${slug}`))
  }
  return (
    <form className={styles.row} onSubmit={open}>
      <TextInput
        label={t('slug')}
        hint={t('slug_hint')}
        error={isRefused ? say('slug_not_free') : undefined}
        value={typed}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">{t('new_page')}</Button>
    </form>
  )
}
