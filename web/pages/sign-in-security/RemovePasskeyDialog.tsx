import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { RemovePasskeyDialogMutation } from '../../__generated__/RemovePasskeyDialogMutation.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { RecentSignInNotice } from '../../shared/RecentSignInNotice.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { removedPasskey } from './removedPasskey.ts'
import { removeFromViewer } from './removeFromViewer.ts'

const mutation = graphql`
  mutation RemovePasskeyDialogMutation($input: RemovePasskeyInput!) {
    removePasskey(input: $input) {
      __typename
    }
  }
`

export interface RemovePasskeyDialogProps {
  readonly passkeyId: string
  readonly name: string
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/**
 * Asks before a passkey is removed. If the sign-in is too old for the removal, asks the customer to sign in again
 * first. After a failure the dialog stays open and shows an alert.
 */
export function RemovePasskeyDialog({ passkeyId, name, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const { formatMessage } = useIntl()
  const { locale } = useSession()
  const [run, isPending] = useAppMutation<RemovePasskeyDialogMutation>(mutation)
  const [state, setState] = useState<'asking' | 'signInAgain' | 'failed'>('asking')
  const remove = async () => {
    setState('asking')
    const outcome = await run({
      variables: { input: { passkeyId, locale } },
      // An updater instead of @deleteRecord, because PasskeyNotFound has no id, and because @deleteRecord would leave
      // an empty entry in the list.
      updater: (store, response) => {
        if (isGone(response?.removePasskey.__typename)) removeFromViewer(store, 'passkeys', passkeyId)
      },
    })
    const result = outcome.kind === 'answered' ? outcome.response.removePasskey.__typename : undefined
    if (isGone(result)) {
      showToast({ kind: 'success', message: formatMessage({ id: 'signInSecurity.passkeys.removed' }, { name }) })
      return onRemoved()
    }
    setState(result === 'RecentSignInRequired' ? 'signInAgain' : 'failed')
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={isPending}
      title={formatMessage({ id: 'signInSecurity.passkeys.removeTitle' }, { name })}
      alert={state === 'failed' && formatMessage({ id: 'signInSecurity.passkeys.removeFailed' })}
      submit={formatMessage({ id: 'signInSecurity.passkeys.removeConfirm' })}
      onConfirm={state === 'signInAgain' ? null : () => void remove()}
    >
      <p>{formatMessage({ id: 'signInSecurity.passkeys.removeText' })}</p>
      {state === 'signInAgain' && <RecentSignInNotice form={{ [removedPasskey]: passkeyId }} />}
    </ConfirmDialog>
  )
}

function isGone(kind: string | undefined): boolean {
  return kind === 'RemovePasskeySuccess' || kind === 'PasskeyNotFound'
}
