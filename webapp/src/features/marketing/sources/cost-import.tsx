import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CostsImported } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice } from '@/ui'
import { importCosts } from '@/features/marketing/api/networks'
import { useFigures } from '@/features/marketing/report/use-figures'
import styles from './sources.module.css'

const largest = 400_000

/** Costs of a CSV file. A file with a bad line changes nothing, and each bad line is named. */
export function CostImport() {
  const { t } = useTranslation('marketing')
  const { number } = useFigures()
  const errorText = useErrorText()
  const picker = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState<CostsImported>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const take = async (file: File | undefined) => {
    if (!file || isBusy) return
    setDone(undefined)
    setProblem(undefined)
    if (file.size > largest) {
      setProblem(t('cost_problem_too_many'))
      return
    }
    setBusy(true)
    try {
      setDone(await importCosts(await file.text()))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.form}>
      <p className={styles.quiet}>{t('cost_import_text')}</p>
      <div className={styles.actions}>
        <Button
          kind="secondary"
          small
          icon={<FileUp size={18} aria-hidden />}
          busy={isBusy}
          onClick={() => picker.current?.click()}
        >
          {t('cost_import')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".csv,.tsv,text/csv"
          hidden
          aria-label={t('cost_import')}
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0])
            currentTarget.value = '' // the same file may be chosen again
          }}
        />
      </div>
      {problem && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      {done &&
        (done.problems.length === 0 ? (
          <p role="status">
            {t('cost_imported', { changed: number(done.changed), unchanged: number(done.unchanged) })}
          </p>
        ) : (
          <Notice kind="danger" role="alert">
            <p>{t('cost_import_refused')}</p>
            <ul>
              {done.problems.map(({ line, problem: kind }) => (
                <li key={line}>{t('cost_import_line', { line: number(line), problem: t(`cost_problem_${kind}`) })}</li>
              ))}
            </ul>
          </Notice>
        ))}
    </div>
  )
}
