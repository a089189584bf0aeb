import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { NotFoundPage } from './NotFoundPage.tsx'
import { UnexpectedError } from './UnexpectedErrorPage.tsx'

/** The middle tier: a page failed, the shell around it lives. */
export function PageError() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <UnexpectedError />
}
