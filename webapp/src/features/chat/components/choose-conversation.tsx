import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/ui'
import styles from './chats-screen.module.css'

/** Beside the list while nothing is open. */
export function ChooseConversation() {
  const { t } = useTranslation('chat')
  return (
    <div className={styles.choose}>
      <EmptyState icon={<MessageCircle size={28} />} title={t('choose_title')} />
    </div>
  )
}
