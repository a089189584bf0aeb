import { Consent } from '../shared/consent/Consent.tsx'
import { ToastRegion } from '../ui/ToastRegion.tsx'
// Loads the code of FailedPage together with the notices, so that FailedPage can be shown without a network.
import './FailedPage.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import styles from './Notices.module.css'

/**
 * The notices of every page: the question about cookies, toasts, and the notice that the browser is offline or an
 * answer is late.
 */
export function Notices() {
  return (
    <>
      <div className={styles.bottom}>
        <ConnectionNotice />
        <Consent />
      </div>
      <ToastRegion />
    </>
  )
}
