import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { useConfirmationBanner_viewer$key } from '../../../__generated__/useConfirmationBanner_viewer.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { focusMain } from '../banner/focusMain.ts'
import { closeConfirmation, isConfirmationClosed, rememberConfirmation } from './confirmationMemory.ts'

const ConfirmationBanner = lazy(async () => ({
  default: (await import('./ConfirmationBanner.tsx')).ConfirmationBanner,
}))

const fragment = graphql`
  fragment useConfirmationBanner_viewer on Viewer {
    email
    mayReceiveMail
  }
`

/**
 * The banner about an e-mail address that is not confirmed; null if the e-mail address is confirmed, or if the banner
 * was closed.
 * @param onClose called when the customer has closed the banner
 */
export function useConfirmationBanner(
  viewer: useConfirmationBanner_viewer$key | null | undefined,
  onClose: () => void,
): ReactNode {
  const accountId = useSession().signIn.session()?.accountId
  const facts = useFragment(fragment, viewer)
  const mayReceiveMail = facts?.mayReceiveMail ?? null
  const [isClosed, setClosed] = useState(() => isConfirmationClosed(accountId))
  useEffect(() => {
    if (accountId !== undefined && mayReceiveMail !== null) rememberConfirmation(accountId, mayReceiveMail)
  }, [accountId, mayReceiveMail])
  if (!facts || accountId === undefined || mayReceiveMail !== false || isClosed) return null
  const close = () => {
    closeConfirmation(accountId)
    setClosed(true)
    onClose()
    focusMain()
  }
  return (
    <Suspense fallback={null}>
      <ConfirmationBanner email={facts.email} onClose={close} />
    </Suspense>
  )
}
