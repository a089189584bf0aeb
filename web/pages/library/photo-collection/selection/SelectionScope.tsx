import { useMemo } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Selection } from './Selection.ts'
import { SelectionContext } from './SelectionContext.ts'

/**
 * Provides the selection of the current view. The preview of a photo belongs to the view it was opened from, so that
 * the selection is still there after the preview is closed; any other page starts with an empty selection.
 */
export function SelectionScope() {
  const { pathname } = useLocation()
  const view = pathname.replace(/\/preview\/[^/]*\/?$/, '')
  // Each view has a selection of its own.
  // eslint-disable-next-line react/exhaustive-deps
  const selection = useMemo(() => new Selection(), [view])
  return (
    <SelectionContext value={selection}>
      <Outlet />
    </SelectionContext>
  )
}
