import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedView } from '@/api/types'
import { newId } from '@/api/new-id'
import { useErrorText } from '@/api/use-error-text'
import { chooseDefault, deleteView, saveView, useSavedViews } from '@/features/marketing/api/report-views'
import { Button, Chip, ChipRow, Switch, TextInput, useToast } from '@/ui'
import styles from './report.module.css'

interface Props {
  /** The parameters of the view that is shown, as a saved one holds them. */
  query: string
  /** The report was opened by no address of its own, so that the marketer's default shows. */
  isBare: boolean
  onChoose: (query: string) => void
}

/** The views that were saved here, and the form that saves the one that is shown. */
export function SavedViews({ query, isBare, onChoose }: Props) {
  const { t } = useTranslation('marketing')
  const { data } = useSavedViews()
  const isOpened = useRef(false)
  useEffect(() => {
    if (!data || isOpened.current) return
    isOpened.current = true
    const usual = data.views.find((view) => view.is_default)
    if (usual && isBare) onChoose(usual.query)
  }, [data, isBare, onChoose])
  const views = data?.views ?? []
  return (
    <section className={styles.saved} aria-label={t('views_saved')}>
      {views.length > 0 && (
        <ChipRow label={t('views_saved')}>
          {views.map((view) => (
            <Chip key={view.id} pressed={view.query === query} onClick={() => onChoose(view.query)}>
              {view.name}
            </Chip>
          ))}
        </ChipRow>
      )}
      <details className={styles.choice}>
        <summary>{t('view_save')}</summary>
        <SaveForm query={query} />
        {views.length > 0 && (
          <ul className={styles.views}>
            {views.map((view) => (
              <li key={view.id}>
                <ViewLine view={view} />
              </li>
            ))}
          </ul>
        )}
      </details>
    </section>
  )
}

function SaveForm({ query }: { query: string }) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await saveView({ id: newId(), name: name.trim(), query, is_shared: isShared })
      setName('')
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.save} aria-label={t('view_save')} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('view_name')}
        value={name}
        error={problem}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Switch label={t('view_share')} checked={isShared} onChange={setShared} />
      <Button type="submit" kind="secondary" busy={isBusy}>
        {t('view_save')}
      </Button>
    </form>
  )
}

/** A saved view with what can be done with it: open the report with it, and delete it. */
function ViewLine({ view }: { view: SavedView }) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const attempt = async (change: () => Promise<void>) => {
    try {
      await change()
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
  }
  return (
    <div className={styles.view} role="group" aria-label={view.name}>
      <p>
        <strong>{view.name}</strong>
        {view.is_shared && ` · ${t('view_is_shared')}`}
      </p>
      <Switch
        label={t('view_default')}
        checked={view.is_default}
        onChange={(isDefault) => void attempt(() => chooseDefault(view, isDefault))}
      />
      <Button
        kind="quiet"
        small
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => void attempt(() => deleteView(view))}
      >
        {t('view_delete', { name: view.name })}
      </Button>
    </div>
  )
}
