import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { isStripped } from '../../../shared/stripped.ts'
import { useFeature } from '../../../shared/useFeature.ts'
import { useApp } from '../../../app/appContext.ts'

const reminderKey = 'keepsake.storageReminder'

/** What may lie over the page. */
const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

/**
 * Reminds once per session, of whoever is signed in, as soon as it is due, where the brand has that on and the library is
 * not within an editor. Where something else is open then, it waits until one goes to another page.
 */
export function useReminder(isDue: boolean, remind: () => void): void {
  const { signIn } = useApp()
  const { key, search } = useLocation()
  const isOn = useFeature('PhotoManagementReactivationEnabled')
  const isMeant = isDue && isOn && !isStripped(search)
  const tell = useEffectEvent(() => {
    const accountId = signIn.session()?.accountId
    if (accountId === undefined || document.querySelector(overlays) !== null) return
    if (remember(accountId)) remind()
  })
  useEffect(() => {
    if (isMeant) tell()
    // Each page is a new moment.
    // eslint-disable-next-line react/exhaustive-deps
  }, [isMeant, key])
}

/** Whether this is the first time in the session. Where nothing can be kept it never is: rather never than at every page. */
function remember(accountId: string): boolean {
  try {
    if (sessionStorage.getItem(reminderKey) === accountId) return false
    sessionStorage.setItem(reminderKey, accountId)
    return true
  } catch {
    return false
  }
}
