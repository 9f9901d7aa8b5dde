import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '@/api/types'
import { Button, DialogActions, Sheet } from '@/ui'
import { useCount } from '@/features/members/api/use-count'
import { noFilters, queryOf, type Filters } from '@/features/members/model/filters'
import { FilterFields } from './filter-fields'
import styles from './filter-sheet.module.css'
import { useShowWords } from './use-show-words'

interface Props {
  open: boolean
  filters: Filters
  own: OwnProfile
  onClose: () => void
  onApply: (filters: Filters) => void
}

/** All filters at once; nothing changes behind it until one says so. */
export function FilterSheet({ open, onClose, ...rest }: Props) {
  const { t } = useTranslation('members')
  return (
    <Sheet open={open} onClose={onClose} title={t('filters')}>
      <FilterForm {...rest} onClose={onClose} />
    </Sheet>
  )
}

function FilterForm({ filters, own, onClose, onApply }: Omit<Props, 'open'>) {
  const { t } = useTranslation('members')
  const [draft, setDraft] = useState(filters)
  const count = useCount(queryOf(draft, own))

  const showWords = useShowWords()

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(draft)
        onClose()
      }}
    >
      <FilterFields filters={draft} own={own} onChange={setDraft} />
      <DialogActions>
        <Button type="submit">{showWords(count)}</Button>
        <Button kind="secondary" onClick={() => setDraft({ ...noFilters, order: draft.order })}>
          {t('clear')}
        </Button>
      </DialogActions>
    </form>
  )
}
