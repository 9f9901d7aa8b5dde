import { useTranslation } from 'react-i18next'
import { useUser } from '@/api/use-user'
import { ChatPreferences } from '@/features/chat/components/chat-preferences'
import { SettingsPage } from './settings-page'

export default function ChatSettings() {
  const { t } = useTranslation('settings')
  const { user } = useUser()
  return (
    <SettingsPage title={t('chat')} lead={t('chat_text')}>
      {user && <ChatPreferences memberId={user.id} />}
    </SettingsPage>
  )
}
