import { type LoaderFunctionArgs, redirect } from 'react-router-dom'
import type { Session } from '../../../app/Session.ts'
import { carryAlong } from '../../../shared/carryAlong.ts'
import { timelinePath } from '../../../shared/paths.ts'

/** Redirects a signed-in customer to the library, which has the usual upload. */
export function loadStart({ signIn }: Session, { request }: Pick<LoaderFunctionArgs, 'request'>): Response | null {
  return signIn.session() === null ? null : redirect(carryAlong(timelinePath, new URL(request.url).search))
}
