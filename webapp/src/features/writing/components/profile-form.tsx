import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '@/i18n/locales'
import type { Town } from '@/api/types'
import { useActId } from '@/api/use-act-id'
import { useErrorText } from '@/api/use-error-text'
import { useSettings } from '@/api/use-settings'
import { countryName } from '@/i18n/country-name'
import { makeProfile } from '@/features/writing/api/writing'
import { TownField } from '@/places/town-field'
import { Button, Notice, Select, TextArea, TextInput, useToast } from '@/ui'
import styles from './writing.module.css'

/** A new fictional profile. Its label cannot be left out. */
export function ProfileForm({ onMade }: { onMade: () => Promise<unknown> }) {
  const { t, i18n } = useTranslation(['fictional', 'account'])
  const { settings } = useSettings()
  const errorText = useErrorText()
  const showToast = useToast()
  const actId = useActId()
  const [name, setName] = useState('')
  const [born, setBorn] = useState('')
  const [gender, setGender] = useState<'female' | 'male'>('female')
  const [chosen, setCountry] = useState('')
  const [town, setTown] = useState<Town | null>(null)
  const [about, setAbout] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  if (!settings) return null
  const country = chosen || settings.default_country

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !town) return
    const form = {
      name: name.trim(),
      date_of_birth: born,
      gender,
      town_id: town.id,
      country,
      locale: i18n.language as Locale,
      about: about.trim(),
    }
    setBusy(true)
    setError(null)
    try {
      await makeProfile({ id: actId.of(form), ...form })
      actId.done()
      showToast({ text: t('fictional:made'), kind: 'success' })
      setName('')
      setAbout('')
      await onMade()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <section className={styles.part} aria-labelledby="make">
      <h2 id="make">{t('fictional:make')}</h2>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('fictional:name')}
          required
          maxLength={40}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextInput
          label={t('fictional:born')}
          type="date"
          required
          value={born}
          onChange={(event) => setBorn(event.target.value)}
        />
        <Select
          label={t('fictional:gender')}
          value={gender}
          onChange={(event) => setGender(event.target.value as typeof gender)}
        >
          <option value="female">{t('fictional:female')}</option>
          <option value="male">{t('fictional:male')}</option>
        </Select>
        <Select
          label={t('account:country')}
          value={country}
          onChange={(event) => {
            setCountry(event.target.value)
            setTown(null)
          }}
        >
          {settings.countries.map((code) => (
            <option key={code} value={code}>
              {countryName(code, i18n.language)}
            </option>
          ))}
        </Select>
        <TownField key={country} country={country} value={town} onChange={setTown} />
        <TextArea
          label={t('fictional:about')}
          required
          maxLength={1000}
          value={about}
          onChange={(event) => setAbout(event.target.value)}
        />
        {error !== null && (
          <Notice kind="danger" role="alert">
            {errorText(error)}
          </Notice>
        )}
        <Button type="submit" busy={busy} disabled={!town}>
          {t('fictional:make')}
        </Button>
      </form>
    </section>
  )
}
