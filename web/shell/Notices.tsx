import { ToastRegion } from '../ui/ToastRegion.tsx'
// Loaded here, so that the page is available when the network is not.
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
