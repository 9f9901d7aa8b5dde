import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DeskRole, GivenRole } from '@/api/types'
import { Button, IconButton, Select } from '@/ui'
import styles from './desk.module.css'

const everySite = '*'
/** An owner is made at a terminal, so the choice has it only where it is held. */
const choices: readonly DeskRole[] = ['moderator', 'lead', 'support', 'marketer', 'writer', 'read_only']

interface Props {
  roles: readonly GivenRole[]
  sites: readonly string[]
  onChange: (roles: GivenRole[]) => void
}

/** Roles with their brands, one row each. */
export function RoleRows({ roles, sites, onChange }: Props) {
  const { t } = useTranslation('desk')
  const change = (at: number, part: Partial<GivenRole>) =>
    onChange(roles.map((given, index) => (index === at ? { ...given, ...part } : given)))
  return (
    <div className={styles.rows}>
      {roles.map(({ role, site }, at) => (
        // Rows have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.row}>
          <Select
            label={t('role')}
            value={role}
            disabled={role === 'owner'}
            onChange={({ target }) => change(at, { role: target.value as DeskRole })}
          >
            {(role === 'owner' ? ([role] as const) : choices).map((each) => (
              <option key={each} value={each}>
                {t(`role_${each}`)}
              </option>
            ))}
          </Select>
          <Select
            label={t('brand')}
            value={site}
            disabled={role === 'owner'}
            onChange={({ target }) => change(at, { site: target.value })}
          >
            <option value={everySite}>{t('every_brand')}</option>
            {sites.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
          <IconButton
            label={t('remove_role', { role: t(`role_${role}`) })}
            onClick={() => onChange(roles.filter((_, index) => index !== at))}
          >
            <Trash2 size={20} />
          </IconButton>
        </div>
      ))}
      <Button
        kind="quiet"
        small
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={() => onChange([...roles, { role: 'moderator', site: everySite }])}
      >
        {t('add_role')}
      </Button>
    </div>
  )
}
