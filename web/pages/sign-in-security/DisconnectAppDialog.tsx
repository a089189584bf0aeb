import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { RecordSourceSelectorProxy } from 'relay-runtime'
import type { DisconnectAppDialogMutation } from '../../__generated__/DisconnectAppDialogMutation.graphql.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { showToast } from '../../ui/toasts.ts'

const mutation = graphql`
  mutation DisconnectAppDialogMutation($input: DisconnectAppInput!) {
    disconnectApp(input: $input) {
      __typename
    }
  }
`

export interface DisconnectAppDialogProps {
  readonly appId: string
  readonly name: string
  readonly onClose: () => void
  readonly onDisconnected: () => void
}

/**
 * Asks before an app is disconnected. The app stays in the list until the service has confirmed the disconnection.
 * After a failure the dialog stays open and shows an alert.
 */
export function DisconnectAppDialog({ appId, name, onClose, onDisconnected }: DisconnectAppDialogProps) {
  const { formatMessage } = useIntl()
  const [run, isPending] = useAppMutation<DisconnectAppDialogMutation>(mutation)
  const [hasFailed, setFailed] = useState(false)
  const disconnect = async () => {
    setFailed(false)
    const outcome = await run({
      variables: { input: { appId } },
      // An updater instead of @deleteRecord, because ConnectedAppNotFound has no id, and because @deleteRecord would
      // leave an empty entry in the list.
      updater: (store, response) => {
        if (isGone(response?.disconnectApp.__typename)) removeApp(store, appId)
      },
    })
    if (outcome.kind === 'failed' || !isGone(outcome.response.disconnectApp.__typename)) return setFailed(true)
    showToast({ kind: 'success', message: formatMessage({ id: 'apps.disconnected' }, { name }) })
    onDisconnected()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={isPending}
      title={formatMessage({ id: 'apps.disconnectTitle' }, { name })}
      alert={hasFailed && formatMessage({ id: 'apps.disconnectFailed' }, { name })}
      submit={formatMessage({ id: 'apps.disconnect' })}
      onConfirm={() => void disconnect()}
    >
      <p>{formatMessage({ id: 'apps.disconnectText' }, { name })}</p>
    </ConfirmDialog>
  )
}

/** An app that was disconnected elsewhere counts as disconnected. */
function isGone(kind: string | undefined): boolean {
  return kind === 'DisconnectAppSuccess' || kind === 'ConnectedAppNotFound'
}

function removeApp(store: RecordSourceSelectorProxy, appId: string): void {
  const viewer = store.getRoot().getLinkedRecord('viewer')
  const apps = viewer?.getLinkedRecords('connectedApps')
  if (!viewer || !apps) return
  viewer.setLinkedRecords(
    apps.filter((app) => app.getDataID() !== appId),
    'connectedApps',
  )
}
