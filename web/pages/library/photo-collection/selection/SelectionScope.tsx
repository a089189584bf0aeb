import { useMemo } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Selection } from './Selection.ts'
import { SelectionContext } from './SelectionContext.ts'

/**
 * Holds the selection of the view that the address names. A photo that is opened from a view belongs to the view, hence
 * coming back finds what was selected; any other page begins with nothing selected.
 */
export function SelectionScope() {
  const { pathname } = useLocation()
  const view = pathname.replace(/\/preview\/[^/]*\/?$/, '')
  // Another view is another selection.
  // eslint-disable-next-line react/exhaustive-deps
  const selection = useMemo(() => new Selection(), [view])
  return (
    <SelectionContext value={selection}>
      <Outlet />
    </SelectionContext>
  )
}
