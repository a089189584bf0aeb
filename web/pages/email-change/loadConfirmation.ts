import { loadQuery } from 'react-relay/hooks'
import { type LoaderFunctionArgs, redirect } from 'react-router-dom'
import query, { type ConfirmEmailChangePageQuery } from '../../__generated__/ConfirmEmailChangePageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { carryAlong } from '../../shared/carryAlong.ts'
import { confirmationToken } from '../../shared/mailed-link/linkAddress.ts'
import { errorPath } from './errorAddress.ts'

/** Starts the query of what the link will change. A visitor who is not signed in signs in first. */
export async function loadConfirmation({ environment, signIn }: Session, { request }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url)
  if (confirmationToken(searchParams) === null) return redirect(carryAlong(errorPath('UNKNOWN'), search))
  // While the router navigates, the browser still has the URL of the previous page.
  if (!signIn.session()) await signIn.start(pathname + search)
  return loadQuery<ConfirmEmailChangePageQuery>(environment, query, {}, { fetchPolicy: 'network-only' })
}
