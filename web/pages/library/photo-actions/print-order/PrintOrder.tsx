import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Selection } from '../../photo-collection/selection/Selection.ts'
import { useSelection, useSelectionState } from '../../photo-collection/selection/SelectionContext.ts'
import { askForNoPrints, asksForPrints } from './orderAddress.ts'
import { PrintOrderBar } from './PrintOrderBar.tsx'
import type { PrintTransfer } from './PrintTransfer.ts'
import { forgetSelection, rememberSelection, restoreSelection } from './rememberedSelection.ts'
import { TransferOverlay } from './TransferOverlay.tsx'
import { usePrintTransfer } from './usePrintOrder.ts'

/** Ordering prints of a view's photos: the way on while they are chosen, and what is shown on the way to the editor. */
export function PrintOrder() {
  const selection = useSelection()
  const { purpose } = useSelectionState(selection)
  const { transfer, state } = usePrintTransfer()
  useCancelOnLeave(selection, transfer)
  useWayBack(selection, transfer)
  useOrderAddress(selection)
  const cancel = () => {
    // Nothing else is loading that matters: the page was about to be left.
    if (state.step === 'leaving') window.stop()
    transfer.cancel()
  }
  return (
    <>
      {purpose === 'prints' && <PrintOrderBar selection={selection} />}
      {(state.step === 'adding' || state.step === 'leaving') && (
        <TransferOverlay amount={state.amount} onCancel={cancel} />
      )}
    </>
  )
}

/** The address begins and ends the choosing of photos for prints, and is told when somebody else ends it. */
function useOrderAddress(selection: Selection): void {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const isAsked = asksForPrints(search)
  useEffect(() => {
    if (isAsked && selection.purpose !== 'prints') selection.start('prints')
    if (!isAsked && selection.purpose === 'prints') selection.stop()
  }, [isAsked, selection])
  const onChange = useEffectEvent(() => {
    if (!isAsked || selection.purpose === 'prints') return
    void navigate({ search: askForNoPrints(search), hash }, { replace: true, preventScrollReset: true })
  })
  useEffect(() => selection.subscribe(() => onChange()), [selection])
}

/** Who stops selecting, or goes to another page, is not taken to the editor any more. */
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

/** Who comes back from the editor finds the page as it was left, whether or not the browser has kept it. */
function useWayBack(selection: Selection, transfer: PrintTransfer): void {
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
