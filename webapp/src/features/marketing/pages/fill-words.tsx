import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageDocument } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice } from '@/ui'
import { withMissingWords } from './model'
import { readPage } from './use-pages'
import styles from './editor.module.css'

interface Props {
  document: PageDocument
  languages: string[]
  onChange: (change: (now: PageDocument) => PageDocument) => void
}

/** Takes the words of the scene's built-in page for the languages that have none: a page needs all of them. */
export function FillWords({ document, languages, onChange }: Props) {
  const { t } = useTranslation('landing')
  const errorText = useErrorText()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { scene } = document
  // The words of a member's page hold the member's name.
  if (scene.startsWith('member') || languages.every((each) => document.words?.[each])) return null

  const fill = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const given = (await readPage(scene)).versions[0]?.document.words ?? {}
      onChange((now) => withMissingWords(now, given, languages))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.group}>
      <p className={styles.quiet}>{t('fill_hint')}</p>
      {problem && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      <div className={styles.row}>
        <Button kind="secondary" small busy={isBusy} onClick={() => void fill()}>
          {t('fill')}
        </Button>
      </div>
    </div>
  )
}
