import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { useStaff } from '@/api/use-user'
import { MembersOnly } from '@/app/gates/members-only'

/** Lets people of staff in, and members, who may hold a role of a desk. Others log in first. */
export function DeskOnly({ children = <Outlet /> }: { children?: ReactNode }) {
  return useStaff() ? children : <MembersOnly>{children}</MembersOnly>
}
