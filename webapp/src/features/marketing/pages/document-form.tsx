import { Redo2, Undo2 } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import type { PageDocument } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, RadioChips, useToast, VisuallyHidden } from '@/ui'
import { nameInItself } from '@/i18n/locales'
import { BlockList } from './block-list'
import { Checks } from './checks'
import { FillWords } from './fill-words'
import { LanguageFields } from './language-fields'
import { LookFields } from './look-fields'
import { trimmed } from './model'
import { fieldId, languageOf, placeName } from './place-name'
import { Previews } from './previews'
import { useDraft } from './use-draft'
import { useKeptChanges } from './use-kept-changes'
import { saveVersion } from './use-pages'
import { WordFields } from './word-fields'
import styles from './editor.module.css'

interface Props {
  /** Who writes: what they have not saved is kept on this device. */
  memberId: string
  slug: string
  /** The newest version this form was opened with; 0 for a new page. */
  base: number
  initial: PageDocument
  languages: string[]
}

/** A page being written: the form, what it looks like, and what publishing will check. */
export function DocumentForm({ memberId, slug, base, initial, languages }: Props) {
  const { t, i18n } = useTranslation('landing')
  const errorText = useErrorText()
  const showToast = useToast()
  const { document, setDocument, isBack, isOlder, undo, redo, forget, discard } = useKeptChanges(
    memberId,
    slug,
    base,
    initial,
  )
  const [language, setLanguage] = useState(languages.includes(i18n.language) ? i18n.language : (languages[0] ?? 'en'))
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { answer, preview } = useDraft(slug, trimmed(document))

  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      const version = await saveVersion(slug, base, trimmed(document), forget)
      showToast({ text: t('saved', { version }), kind: 'success' })
    } catch (error) {
      const place =
        isApiError(error) && error.errors[0]?.field.replace(/^document\.|(?<=blocks\.\d+\.)[a-z]+\.(?=words)/g, '')
      const found = answer?.problems.find((each) => each.place === place)
      if (found) setProblem(t(`problem_${found.code as 'text_missing'}`, { place: placeName(t, found.place) }))
      else setProblem(place ? `${placeName(t, place)}: ${errorText(error)}` : errorText(error))
      setBusy(false)
    }
  }
  const show = (place: string) => {
    flushSync(() => setLanguage((now) => languageOf(place) ?? now))
    const named = (id: string) => id === fieldId(place) || id.startsWith(`${fieldId(place)}.`)
    const fields = globalThis.document.querySelectorAll<HTMLElement>(
      ':is(input, textarea, select, fieldset)[id^="at-"]',
    )
    Array.from(fields)
      .find(({ id }) => named(id))
      ?.focus()
  }
  const toDo = (each: string) => answer?.problems.filter(({ place }) => languageOf(place) === each).length ?? 0

  return (
    <form className={styles.editor} onSubmit={(event) => void save(event)} noValidate>
      <div className={styles.fields}>
        {isBack && (
          <Notice
            role="status"
            kind={isOlder ? 'warning' : 'plain'}
            title={t('changes_back')}
            actions={
              <Button kind="quiet" small onClick={discard}>
                {t('changes_discard')}
              </Button>
            }
          >
            {isOlder && t('changes_older', { version: base })}
          </Notice>
        )}
        <div className={styles.row}>
          <Button small kind="quiet" icon={<Undo2 size={18} aria-hidden />} disabled={!undo} onClick={() => undo?.()}>
            {t('undo')}
          </Button>
          <Button small kind="quiet" icon={<Redo2 size={18} aria-hidden />} disabled={!redo} onClick={() => redo?.()}>
            {t('redo')}
          </Button>
        </div>
        <section className={styles.group} aria-labelledby="look">
          <h3 id="look">{t('look')}</h3>
          <LookFields document={document} language={language} onChange={setDocument} />
        </section>
        <section className={styles.group} aria-labelledby="offered">
          <h3 id="offered">{t('offered')}</h3>
          <LanguageFields document={document} languages={languages} onChange={setDocument} />
        </section>
        <RadioChips
          label={t('language')}
          value={language}
          options={languages.map((each) => ({
            value: each,
            label: (
              <>
                {nameInItself(each)}
                {toDo(each) > 0 && (
                  <span className={styles.todo}>
                    <VisuallyHidden>{t('to_do')} </VisuallyHidden>
                    {toDo(each)}
                  </span>
                )}
              </>
            ),
          }))}
          onChange={setLanguage}
        />
        <FillWords document={document} languages={languages} onChange={setDocument} />
        <WordFields document={document} language={language} onChange={setDocument} />
        <BlockList
          blocks={document.blocks ?? []}
          language={language}
          onChange={(blocks) => setDocument({ ...document, blocks })}
        />
      </div>
      <div className={styles.side}>
        <Previews path={preview} language={language} isStale={answer?.preview === null} />
        <Checks answer={answer} onShow={show} />
        {problem && (
          <Notice kind="danger" role="alert">
            {problem}
          </Notice>
        )}
        <Button type="submit" busy={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
