import { useEffect } from 'react'
import { LeftOutDialog } from './LeftOutDialog.tsx'
import { TransferOverlay } from './TransferOverlay.tsx'
import { usePrintTransfer } from './usePrintOrder.ts'

/**
 * The overlay of a transfer to the editor, and the question about photos that are left out. The transfer ends when the
 * user leaves the page.
 */
export function PrintTransferDialogs() {
  const { transfer, state } = usePrintTransfer()
  useEffect(() => {
    window.addEventListener('pagehide', transfer.reset)
    return () => {
      window.removeEventListener('pagehide', transfer.reset)
      transfer.reset()
    }
  }, [transfer])
  if (state.step === 'adding' || state.step === 'leaving') {
    return <TransferOverlay amount={state.amount} onCancel={transfer.cancel} />
  }
  if (state.step !== 'leftOut') return null
  return (
    <LeftOutDialog leftOut={state.leftOut} onContinue={transfer.continueWithoutLeftOut} onCancel={transfer.cancel} />
  )
}
