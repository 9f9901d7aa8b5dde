import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { activate } from '../../features/activation/api/activation'
import { Loading, Page, PageTitle } from '../../ui'
import { paths } from '../paths'

/** The mail's link only opens this page; the page does the confirming, once. */
export default function ActivateRoute() {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const begun = useRef(false)

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const token = new URLSearchParams(window.location.hash.slice(1)).get('token')
    const leave = (to: string) => void navigate(to, { replace: true })
    if (!token) return leave(paths.activateError)
    activate(token).then(
      () => leave(paths.activateDone),
      () => leave(paths.activateError),
    )
  }, [navigate])

  return (
    <Page width="reading">
      <PageTitle title={t('activate_title')} />
      <Loading />
    </Page>
  )
}
