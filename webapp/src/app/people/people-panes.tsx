import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import Members from '@/app/routes/members'
import { ListQueryContext } from '@/features/members/components/use-filters'
import { paths } from '@/paths'
import { BesideContext, IconButton } from '@/ui'
import { useBesideList } from './beside-list'
import styles from './people-panes.module.css'

/** The list of people, and the profile that is open: beside it on a wide screen, in its place on a narrow one. */
export default function PeoplePanes() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const isBeside = useBesideList()
  // The filters are in the list's address, which the address of a profile does not carry.
  const [query, setQuery] = useState(id ? '' : search)
  if (!id && search !== query) setQuery(search)

  return (
    <div className={id && isBeside ? styles.panes : undefined}>
      {(!id || isBeside) && (
        <div className={styles.list}>
          <BesideContext value={id !== undefined}>
            <ListQueryContext value={id ? query : null}>
              <Members />
            </ListQueryContext>
          </BesideContext>
        </div>
      )}
      {id && (
        <div className={isBeside ? styles.profile : undefined} key={id}>
          {isBeside && (
            <div className={styles.close}>
              <IconButton label={t('close')} onClick={() => void navigate({ pathname: paths.members, search: query })}>
                <X size={22} aria-hidden="true" />
              </IconButton>
            </div>
          )}
          <Outlet />
        </div>
      )}
    </div>
  )
}
