import { useDeferredValue, useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Town } from '@/api/types'
import { Field } from '@/ui'
import { classes } from '@/ui/classes'
import inputStyles from '@/ui/fields/field.module.css'
import { VisuallyHidden } from '@/ui'
import { describeTown, useTowns } from './find-towns'
import { LocateButton } from './locate-button'
import styles from './town-field.module.css'

interface Props {
  id?: string
  value: Town | null
  country: string
  onChange: (town: Town | null) => void
  error?: string | undefined
}

/**
 * Autocomplete of towns; the value is the chosen town, not the letters. A town's whole name chooses it, without a choice
 * from the list.
 */
export function TownField({ id, value, country, onChange, error }: Props) {
  const { t } = useTranslation('account')
  const listId = useId()
  const [text, setText] = useState(value ? describeTown(value) : '')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = useTowns(useDeferredValue(open ? text : ''), country)
  const towns = open ? (found.data?.towns ?? []) : []
  const exact = open && found.data?.q === text.trim() ? towns.find(({ id }) => id === found.data?.exact) : undefined
  const take = useEffectEvent((town: Town) => {
    if (town.id !== value?.id) onChange(town)
  })
  useEffect(() => {
    if (exact) take(exact)
  }, [exact])

  const choose = (town: Town) => {
    setText(describeTown(town))
    setOpen(false)
    onChange(town)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    const chosen = towns[active]
    if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, towns.length))
    else if (event.key === 'ArrowUp') setActive((active - 1 + towns.length) % Math.max(1, towns.length))
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape') setOpen(false)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.place}>
      <Field label={t('town')} hint={t('town_hint')} error={error} {...(id && { id })}>
        {(control) => (
          <div className={inputStyles.wrapped}>
            <input
              {...control}
              className={inputStyles.input}
              type="text"
              role="combobox"
              autoComplete="address-level2"
              aria-autocomplete="list"
              aria-expanded={towns.length > 0}
              aria-controls={listId}
              aria-activedescendant={towns[active] ? `${listId}-${active}` : undefined}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setOpen(true)
                setActive(0)
                onChange(null)
              }}
              onBlur={() => {
                setOpen(false)
                if (value) setText(describeTown(value))
              }}
              onKeyDown={onKeyDown}
            />
            <div id={listId} role="listbox" aria-label={t('town')} className={styles.list} hidden={towns.length === 0}>
              {towns.map((town, index) => (
                // The input keeps the focus and the keys; the list is only pointed at.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={town.id}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={classes(styles.option, index === active && styles.active)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(town)}
                >
                  {describeTown(town)}
                </div>
              ))}
            </div>
          </div>
        )}
      </Field>
      <div role="status" className={styles.status}>
        {open &&
          found.data &&
          (towns.length === 0 ? (
            t('town_none')
          ) : found.data.near ? (
            t('town_near')
          ) : (
            <VisuallyHidden>{t('town_results', { count: towns.length })}</VisuallyHidden>
          ))}
      </div>
      <LocateButton onFound={choose} />
    </div>
  )
}
