import { useTranslation } from 'react-i18next'
import { Select } from '@/ui'
import { useSavedReplies } from '@/features/staff/api/messages'

/** Puts a saved reply, in the language of its reader, into a text. Nothing where the desk has saved none. */
export function ReplySelect({ language, onChoose }: { language: string; onChoose: (text: string) => void }) {
  const { t } = useTranslation('staff')
  const { replies } = useSavedReplies()
  if (replies.length === 0) return null
  return (
    <Select
      label={t('reply_choose')}
      value=""
      onChange={({ target }) => {
        const texts = replies.find(({ id }) => id === target.value)?.texts
        const text = texts?.[language] ?? texts?.en ?? Object.values(texts ?? {})[0]
        if (text) onChoose(text)
      }}
    >
      <option value="">{t('reply_own')}</option>
      {replies.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
