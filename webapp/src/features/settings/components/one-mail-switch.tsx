import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { ErrorState, Loading, Notice, useToast, Skeleton, Switch } from '@/ui'
import { useMailSwitch } from '@/features/settings/api/mail-switch'
import styles from './settings.module.css'
import own from './who-sees-me.module.css'

/** The one switch of the link in a mail. */
export function OneMailSwitch({ token }: { token: string }) {
  const showToast = useToast()
  const { t } = useTranslation(['account', 'common'])
  const errorText = useErrorText()
  const { data, error, retry, turn } = useMailSwitch(token)
  const [saved, setSaved] = useState(false)

  const change = async (on: boolean) => {
    setSaved(false)
    try {
      await turn(on)
      setSaved(true)
    } catch (reason) {
      showToast({ text: errorText(reason), kind: 'danger' })
    }
  }

  if (!data && error) {
    if (isApiError(error, 'unsubscribe_link_invalid')) return <Notice kind="warning">{errorText(error)}</Notice>
    return <ErrorState error={error} onRetry={retry} />
  }
  if (!data) {
    return (
      <Loading>
        <Skeleton height="96px" />
      </Loading>
    )
  }
  const name = t(`account:type_${data.type}`)
  return (
    <section className={own.card} aria-label={name}>
      <div className={own.switch}>
        <Switch
          label={t('account:notifications_switch', { type: name, way: t('account:notifications_email') })}
          checked={data.email}
          onChange={(on) => void change(on)}
        />
      </div>
      <p role="status" className={styles.saved}>
        {saved && t('common:saved')}
      </p>
    </section>
  )
}
