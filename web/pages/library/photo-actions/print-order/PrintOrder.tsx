import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Selection } from '../../photo-collection/selection/Selection.ts'
import { useSelection, useSelectionState } from '../../photo-collection/selection/SelectionContext.ts'
import { withoutPrintOrder, hasPrintOrder } from './orderAddress.ts'
import { LeftOutDialog } from './LeftOutDialog.tsx'
import { PrintOrderBar } from './PrintOrderBar.tsx'
import type { PrintTransfer } from './PrintTransfer.ts'
import { forgetSelection, rememberSelection, restoreSelection } from './rememberedSelection.ts'
import { TransferOverlay } from './TransferOverlay.tsx'
import { usePrintTransfer } from './usePrintOrder.ts'

/** Orders prints of a view's photos: the bar during the selection, and the overlay during the transfer to the editor. */
export function PrintOrder() {
  const selection = useSelection()
  const { purpose } = useSelectionState(selection)
  const { transfer, state } = usePrintTransfer()
  useCancelOnLeave(selection, transfer)
  useRestoredSelection(selection, transfer)
  useOrderAddress(selection)
  const cancel = () => {
    // Stops the navigation to the editor. Nothing else that matters is loading then.
    if (state.step === 'leaving') window.stop()
    transfer.cancel()
  }
  return (
    <>
      {purpose === 'prints' && <PrintOrderBar selection={selection} />}
      {(state.step === 'adding' || state.step === 'leaving') && (
        <TransferOverlay amount={state.amount} onCancel={cancel} />
      )}
      {state.step === 'leftOut' && (
        <LeftOutDialog leftOut={state.leftOut} onGoOn={transfer.goOn} onCancel={transfer.cancel} />
      )}
    </>
  )
}

/** The address starts and ends the selection for prints. If the selection ends otherwise, the address is updated. */
function useOrderAddress(selection: Selection): void {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const isAsked = hasPrintOrder(search)
  useEffect(() => {
    if (isAsked && selection.purpose !== 'prints') selection.start('prints')
    if (!isAsked && selection.purpose === 'prints') selection.stop()
  }, [isAsked, selection])
  const onChange = useEffectEvent(() => {
    if (!isAsked || selection.purpose === 'prints') return
    void navigate({ search: withoutPrintOrder(search), hash }, { replace: true, preventScrollReset: true })
  })
  useEffect(() => selection.subscribe(() => onChange()), [selection])
}

/** Cancels the transfer when the user stops selecting or goes to another page. */
function useCancelOnLeave(selection: Selection, transfer: PrintTransfer): void {
  useEffect(() => {
    const ends = selection.subscribe(() => {
      if (selection.purpose === null) transfer.cancel()
    })
    return () => {
      ends()
      transfer.cancel()
    }
  }, [selection, transfer])
}

/** Restores the selection when the user comes back from the editor, also if the browser has not kept the page. */
function useRestoredSelection(selection: Selection, transfer: PrintTransfer): void {
  const { key } = useLocation()
  const restore = useEffectEvent(() => restoreSelection(selection, key))
  useEffect(() => restore(), [])
  const onChange = useEffectEvent(() => {
    if (transfer.getState().step === 'leaving') rememberSelection(selection, key)
  })
  useEffect(() => transfer.subscribe(() => onChange()), [transfer])
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      transfer.reset()
      forgetSelection()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [transfer])
}
