import { useTranslation } from 'react-i18next'
import type { PageDocument } from '@/api/types'
import { TextArea, TextInput } from '@/ui'
import { longest, withText, wordsIn, type Part } from './model'
import { fieldId } from './place-name'
import styles from './editor.module.css'

interface Props {
  document: PageDocument
  language: string
  onChange: (document: PageDocument) => void
}

const parts: Part[] = ['title', 'accent', 'text', 'action']
const labels = { title: 'headline', accent: 'accent', text: 'text', action: 'action' } as const

export function WordFields({ document, language, onChange }: Props) {
  const { t } = useTranslation('landing')
  const words = wordsIn(document, language)
  return (
    <section className={styles.group} aria-labelledby="words">
      <h3 id="words">{t('words')}</h3>
      {parts.map((part) => {
        const Input = longest[part] > 100 ? TextArea : TextInput
        return (
          <Input
            key={part}
            id={fieldId('words', language, part)}
            label={t(labels[part])}
            hint={`${words[part].length} / ${longest[part]}`}
            lang={language}
            value={words[part]}
            maxLength={longest[part]}
            onChange={(event) => onChange(withText(document, language, part, event.target.value))}
          />
        )
      })}
    </section>
  )
}
