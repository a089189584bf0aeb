import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { EndOtherSessionsDialogMutation } from '../../__generated__/EndOtherSessionsDialogMutation.graphql.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { showToast } from '../../ui/toasts.ts'

const mutation = graphql`
  mutation EndOtherSessionsDialogMutation {
    endOtherSessions {
      __typename
      ... on EndOtherSessionsSuccess {
        endedCount
        viewer {
          ...SessionsSection_viewer
        }
      }
    }
  }
`

/** Asks before all other sessions end. After a failure the dialog stays open and shows an alert. */
export function EndOtherSessionsDialog({ onClose }: { readonly onClose: () => void }) {
  const { formatMessage } = useIntl()
  const [run, isPending] = useAppMutation<EndOtherSessionsDialogMutation>(mutation)
  const [hasFailed, setFailed] = useState(false)
  const confirm = async () => {
    setFailed(false)
    const outcome = await run({ variables: {} })
    if (outcome.kind === 'failed' || outcome.response.endOtherSessions.__typename !== 'EndOtherSessionsSuccess') {
      return setFailed(true)
    }
    const { endedCount: count } = outcome.response.endOtherSessions
    onClose()
    showToast({ kind: 'success', message: formatMessage({ id: 'signInSecurity.sessions.othersEnded' }, { count }) })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={isPending}
      title={formatMessage({ id: 'signInSecurity.sessions.endOthersTitle' })}
      alert={hasFailed && formatMessage({ id: 'signInSecurity.sessions.endOthersFailed' })}
      submit={formatMessage({ id: 'signInSecurity.sessions.endOthers' })}
      onConfirm={() => void confirm()}
    >
      <p>{formatMessage({ id: 'signInSecurity.sessions.endOthersText' })}</p>
    </ConfirmDialog>
  )
}
