import { lazy } from 'react'

/** The parts of the layouts that members alone see. */
const bars = () => import('./member/bars')
export const AccountMenu = lazy(() => bars().then((it) => ({ default: it.AccountMenu })))
export const BottomBar = lazy(() => bars().then((it) => ({ default: it.BottomBar })))
export const MemberLinks = lazy(() => bars().then((it) => ({ default: it.MemberLinks })))
