import { ToastRegion } from '../ui/ToastRegion.tsx'
// Loads the code of FailedPage together with the notices, so that FailedPage can be shown without a network.
import './FailedPage.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'

/** The notices of every page: toasts, and the notice that the browser is offline or an answer takes long. */
export function Notices() {
  return (
    <>
      <ConnectionNotice />
      <ToastRegion />
    </>
  )
}
