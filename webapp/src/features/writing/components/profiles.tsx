import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Card } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { addPhoto, useFictionalProfiles } from '@/features/writing/api/writing'
import { paths } from '@/paths'
import { Avatar, Button, useToast } from '@/ui'
import { ProfileForm } from './profile-form'
import styles from './writing.module.css'

/** The site's fictional profiles, and a form for another one. */
export function Profiles() {
  const { t } = useTranslation('fictional')
  const { data, mutate } = useFictionalProfiles(true)
  return (
    <>
      <section className={styles.part} aria-labelledby="profiles">
        <h2 id="profiles">{t('profiles')}</h2>
        {data?.profiles.length === 0 && <p className={styles.quiet}>{t('no_profiles')}</p>}
        <ul className={styles.list}>
          {data?.profiles.map((card) => (
            <ProfileRow key={card.id} card={card} onChanged={() => mutate()} />
          ))}
        </ul>
      </section>
      <ProfileForm onMade={() => mutate()} />
    </>
  )
}

function ProfileRow({ card, onChanged }: { card: Card; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation(['fictional', 'common'])
  const errorText = useErrorText()
  const showToast = useToast()
  const file = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const add = async (photo: File) => {
    setBusy(true)
    try {
      await addPhoto(card.id, photo)
      showToast({ text: t('fictional:photo_done'), kind: 'success' })
      await onChanged()
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
    setBusy(false)
  }
  return (
    <li className={styles.row}>
      <Avatar photo={card.main_image} name={card.name} size={44} />
      <Link className={styles.words} to={paths.member(card.id)}>
        {t('common:name_age', { name: card.name, age: card.age })}
      </Link>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/*"
        onChange={(event) => {
          const [photo] = event.target.files ?? []
          event.target.value = ''
          if (photo) void add(photo)
        }}
      />
      <Button
        kind="secondary"
        small
        busy={busy}
        icon={<ImagePlus size={20} aria-hidden="true" />}
        onClick={() => file.current?.click()}
      >
        {t('fictional:photo')}
      </Button>
    </li>
  )
}
