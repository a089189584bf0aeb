import { redirect } from 'react-router-dom'
import type { Session } from '../../../app/Session.ts'
import { timelinePath } from '../../../shared/paths.ts'

/** Leads a signed-in customer to the library, where the usual upload is. */
export function loadStart({ signIn }: Session): Response | null {
  return signIn.session() === null ? null : redirect(timelinePath)
}
