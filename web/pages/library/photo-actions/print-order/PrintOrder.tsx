import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../../../../app/sessionContext.ts'
import type { SelectableCollection, Selection } from '../../photo-collection/selection/Selection.ts'
import { useSelection } from '../../photo-collection/selection/SelectionContext.ts'
import { withoutPrintOrder, hasPrintOrder } from './orderAddress.ts'
import type { PrintTransfer } from './PrintTransfer.ts'
import { PrintTransferDialogs } from './PrintTransferDialogs.tsx'
import { forgetSelection, rememberSelection, restoreSelection } from './rememberedSelection.ts'
import { usePrintTransfer } from './usePrintOrder.ts'

export interface PrintOrderProps {
  /** The album whose photos are all selected when an order begins. */
  readonly album?: SelectableCollection
}

/**
 * Orders prints of a view's photos: starts and ends the selection, and shows the dialogs of the transfer to the editor.
 */
export function PrintOrder({ album }: PrintOrderProps) {
  const selection = useSelection()
  const { transfer } = usePrintTransfer()
  useEndWithSelection(selection, transfer)
  useRestoredSelection(selection, transfer)
  useOrderAddress(selection, album)
  return <PrintTransferDialogs />
}

/** Starts and ends the selection for prints as the URL says. If the selection ends in another way, updates the URL. */
function useOrderAddress(selection: Selection, album: SelectableCollection | undefined): void {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const isAsked = hasPrintOrder(search)
  const start = useEffectEvent(() => {
    selection.start('prints')
    // Selects the whole album, unless some photos are already selected or have been restored.
    if (album && selection.amount === 0) selection.setAll([album])
  })
  useEffect(() => {
    if (isAsked && selection.purpose !== 'prints') start()
    if (!isAsked && selection.purpose === 'prints') selection.stop()
  }, [isAsked, selection])
  const onChange = useEffectEvent(() => {
    if (!isAsked || selection.purpose === 'prints') return
    void navigate({ search: withoutPrintOrder(search), hash }, { replace: true, preventScrollReset: true })
  })
  useEffect(() => selection.subscribe(() => onChange()), [selection])
}

/** Cancels the transfer when the user stops selecting. */
function useEndWithSelection(selection: Selection, transfer: PrintTransfer): void {
  useEffect(
    () =>
      selection.subscribe(() => {
        if (selection.purpose === null) transfer.cancel()
      }),
    [selection, transfer],
  )
}

/**
 * Restores the selection after a reload, and when the user comes back from the editor and the browser has not kept the
 * page.
 */
function useRestoredSelection(selection: Selection, transfer: PrintTransfer): void {
  const { accountId } = useSession()
  const { key, pathname, search } = useLocation()
  // The key alone is not enough: all history entries that the router did not create have the key 'default'.
  const entry = `${accountId} ${key} ${pathname}${search}`
  const restore = useEffectEvent(() => restoreSelection(selection, entry))
  useEffect(() => restore(), [])
  const remember = useEffectEvent(() => {
    if (selection.purpose === 'prints' || transfer.getState().step === 'leaving') rememberSelection(selection, entry)
  })
  useEffect(() => {
    const hidden = () => remember()
    // Runs in the capture phase, because another listener of this event resets the transfer.
    window.addEventListener('pagehide', hidden, { capture: true })
    // Has an effect only if the browser has kept the page: after a new load, `restore` has already removed the stored
    // selection.
    window.addEventListener('pageshow', forgetSelection)
    return () => {
      window.removeEventListener('pagehide', hidden, { capture: true })
      window.removeEventListener('pageshow', forgetSelection)
    }
  }, [])
}
