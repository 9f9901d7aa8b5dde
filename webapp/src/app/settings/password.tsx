import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePassword } from '@/features/security/api/passwords'
import { NewPasswordForm } from '@/features/security/components/new-password-form'
import { Notice } from '@/ui'
import { SettingsPage } from './settings-page'

export default function PasswordSettings() {
  const { t } = useTranslation(['security', 'settings'])
  const [saved, setSaved] = useState(false)
  return (
    <SettingsPage title={t('settings:password')} lead={t('settings:password_text')}>
      {saved && (
        <Notice kind="success" role="status">
          {t('password_saved')}
        </Notice>
      )}
      <NewPasswordForm
        asksOld
        action={t('password_action')}
        onSave={(password, oldPassword) => {
          setSaved(false)
          return changePassword(oldPassword, password)
        }}
        onSaved={() => setSaved(true)}
      />
    </SettingsPage>
  )
}
