import { ToastRegion } from '../ui/ToastRegion.tsx'
// Loaded here, so that it is there when the network is not.
import './FailedPage.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'

/** The notices of every page: toasts, and the notice without a network. */
export function Notices() {
  return (
    <>
      <OfflineNotice />
      <ToastRegion />
    </>
  )
}
