import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '@/ui'
import { useSavedReplies } from '@/features/staff/api/messages'
import { insertText } from '@/features/staff/model/insert-text'

interface Props {
  /** Of the reader. */
  language: string
  /** The text that gets the reply. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** Inserts a saved reply, in the language of its reader, at the cursor of a text. Nothing where the desk has none. */
export function ReplySelect({ language, field }: Props) {
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
        if (text && field.current) insertText(field.current, text)
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
