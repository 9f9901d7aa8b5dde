import { Route, Routes } from 'react-router'
import { PageEditor } from './page-editor'
import { PageList } from './page-list'

export function PagesScreen() {
  return (
    <Routes>
      <Route index element={<PageList />} />
      <Route path=":slug" element={<PageEditor />} />
    </Routes>
  )
}
