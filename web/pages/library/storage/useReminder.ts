import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { isStripped } from '../../../shared/stripped.ts'
import { useFeature } from '../../../shared/useFeature.ts'
import { useSession } from '../../../app/sessionContext.ts'

const reminderKey = 'keepsake.storageReminder'

/** Elements that may cover the page. */
const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

/**
 * Reminds the customer, once per session, that photos will be deleted soon. Only for brands with this feature, and not
 * on a page without the shell's chrome, as editors embed it. While a dialog or menu is open, the reminder waits for the
 * next navigation.
 */
export function useReminder(isDue: boolean, remind: () => void): void {
  const { signIn } = useSession()
  const { key, search } = useLocation()
  const isOn = useFeature('PhotoManagementReactivationEnabled')
  const isEnabled = isDue && isOn && !isStripped(search)
  const tryToRemind = useEffectEvent(() => {
    const accountId = signIn.session()?.accountId
    if (accountId === undefined || document.querySelector(overlays) !== null) return
    if (remember(accountId)) remind()
  })
  useEffect(() => {
    if (isEnabled) tryToRemind()
    // `key` runs the effect again after each navigation.
    // eslint-disable-next-line react/exhaustive-deps
  }, [isEnabled, key])
}

/**
 * Records that the user is reminded. Returns whether this is the first reminder of the session. Returns false without
 * session storage, because no reminder is better than one per page.
 */
function remember(accountId: string): boolean {
  try {
    if (sessionStorage.getItem(reminderKey) === accountId) return false
    sessionStorage.setItem(reminderKey, accountId)
    return true
  } catch {
    return false
  }
}
