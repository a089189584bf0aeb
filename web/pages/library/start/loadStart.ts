import { redirect } from 'react-router-dom'
import type { Session } from '../../../app/Session.ts'
import { timelinePath } from '../../../shared/paths.ts'

/** Redirects a signed-in customer to the library, which has the usual upload. */
export function loadStart({ signIn }: Session): Response | null {
  return signIn.session() === null ? null : redirect(timelinePath)
}
