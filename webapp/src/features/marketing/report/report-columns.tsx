import { useTranslation } from 'react-i18next'
import { CheckChips } from '@/ui'
import { columnNames, type ColumnName } from './model/columns'
import styles from './report.module.css'
import { useColumnName } from './use-column-name'

interface Props {
  columns: readonly ColumnName[]
  onChange: (columns: ColumnName[]) => void
}

/** The columns of the table to choose from; they keep their order. */
export function ReportColumns({ columns, onChange }: Props) {
  const { t } = useTranslation('marketing')
  const nameOf = useColumnName()
  return (
    <details className={styles.choice}>
      <summary>{t('columns', { number: columns.length, all: columnNames.length })}</summary>
      <CheckChips
        label={t('columns_choose')}
        options={columnNames.map((name) => ({ value: name, label: nameOf(name) }))}
        values={columns}
        onChange={(wanted) => onChange(columnNames.filter((name) => wanted.includes(name)))}
      />
    </details>
  )
}
