import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ConnectedAppsList_apps$key } from '../../__generated__/ConnectedAppsList_apps.graphql.ts'
import { focusAfterDialog } from '../../shared/focusAfterDialog.ts'
import { ConnectedAppListItem } from './ConnectedAppListItem.tsx'
import styles from './ConnectedAppsPage.module.css'
import { DisconnectAppDialog } from './DisconnectAppDialog.tsx'

const fragment = graphql`
  fragment ConnectedAppsList_apps on ConnectedApp @relay(plural: true) {
    id
    name
    ...ConnectedAppListItem_app
  }
`

interface Disconnection {
  readonly app: { readonly id: string; readonly name: string }
  /** The next and the previous app: one of them takes the focus once the app is disconnected. */
  readonly neighbours: readonly string[]
}

/** The connected apps, and the dialog that asks before one is disconnected. */
export function ConnectedAppsList({ apps: key }: { readonly apps: ConnectedAppsList_apps$key }) {
  const { formatMessage } = useIntl()
  const apps = useFragment(fragment, key)
  const [disconnection, setDisconnection] = useState<Disconnection | null>(null)
  const ask = (place: number) => {
    const app = apps[place]
    const neighbours = [apps[place + 1], apps[place - 1]].flatMap((neighbour) => neighbour?.id ?? [])
    if (app) setDisconnection({ app, neighbours })
  }
  const close = () => setDisconnection(null)
  return (
    <>
      <p className={styles.text}>{formatMessage({ id: 'apps.text' })}</p>
      <ul aria-label={formatMessage({ id: 'apps.title' })} className={styles.list}>
        {apps.map((app, place) => (
          <ConnectedAppListItem key={app.id} app={app} onDisconnect={() => ask(place)} />
        ))}
      </ul>
      {disconnection && (
        <DisconnectAppDialog
          appId={disconnection.app.id}
          name={disconnection.app.name}
          onClose={close}
          onDisconnected={() => {
            close()
            focusAfterDialog(() => headingOf(disconnection.neighbours))
          }}
        />
      )}
    </>
  )
}

/** The heading of the first of these apps that is listed, otherwise the content of the page. */
function headingOf(ids: readonly string[]): HTMLElement | null {
  const headings = ids.map((id) => document.querySelector<HTMLElement>(`[data-app="${CSS.escape(id)}"]`))
  return headings.find((heading) => heading !== null) ?? document.getElementById('main')
}
