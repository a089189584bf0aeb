import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, fetchQuery, graphql, usePreloadedQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { ExportFollowerQuery } from '../../../__generated__/ExportFollowerQuery.graphql.ts'
import type { ExportFollowerSubscription } from '../../../__generated__/ExportFollowerSubscription.graphql.ts'
import { followEvents } from '../../../relay/followEvents.ts'
import { useFreshQuery } from '../../../relay/useFreshQuery.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { exportPath } from '../../../shared/paths.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { showToast } from '../../../ui/toasts.ts'
import { offersExport } from '../../../shared/exportDialog.ts'
import { isExportRunning } from './exportRules.ts'

const query = graphql`
  query ExportFollowerQuery {
    viewer {
      latestExport {
        backupId
        status
      }
    }
  }
`

const subscription = graphql`
  subscription ExportFollowerSubscription($after: String) {
    exportEvents(after: $after) {
      cursor
      backupId
      export {
        status
        progress
        photosCount
        expires
      }
    }
  }
`

/** Follows a running export on every page, whatever device has requested it, and shows a toast when it ends. */
export function ExportFollower() {
  const { config } = useSession()
  return offersExport(config) && <LatestExport />
}

function LatestExport() {
  const { reference } = useFreshQuery<ExportFollowerQuery>(query)
  return reference && <Following queryReference={reference} />
}

function Following({ queryReference }: { readonly queryReference: PreloadedQuery<ExportFollowerQuery> }) {
  const environment = useRelayEnvironment()
  const { viewer } = usePreloadedQuery<ExportFollowerQuery>(query, queryReference)
  const { backupId, status } = viewer?.latestExport ?? {}
  const isFollowed = isExportRunning(status)
  useEffect(() => {
    if (!isFollowed) return undefined
    return followEvents<ExportFollowerSubscription>(environment, {
      subscription,
      variables: (after) => ({ after }),
      cursorOf: ({ exportEvents }) => exportEvents.cursor,
      onNext: ({ exportEvents }) => {
        if (exportEvents.export) return
        // An event without an export: the stream has just started, or the export was deleted. Fetch the current state.
        fetchQuery<ExportFollowerQuery>(environment, query, {}, { networkCacheConfig: { force: true } }).subscribe({
          // After a failure the next event brings the state.
          error: () => undefined,
        })
      },
    })
  }, [environment, isFollowed])
  useEndToast(backupId, status)
  return null
}

/**
 * Shows a toast at the end of an export that was running while the page was open. It shows the toast only once: after
 * the event that reports the end, an older answer can arrive in which the export is still running.
 */
function useEndToast(backupId: string | undefined, status: string | undefined): void {
  const { formatMessage } = useIntl()
  const running = useRef<string | undefined>(undefined)
  const ended = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (isExportRunning(status) && backupId !== ended.current) running.current = backupId
    if (backupId === undefined || backupId !== running.current || isExportRunning(status)) return
    running.current = undefined
    ended.current = backupId
    const isReady = status === 'READY'
    const message = formatMessage({ id: isReady ? 'export.ready' : 'export.failed' })
    const linkText = formatMessage({ id: isReady ? 'export.open' : 'common.details' })
    showToast({
      kind: isReady ? 'success' : 'error',
      message,
      content: (
        <>
          {message}
          {isReady && '.'} <AppLink to={exportPath(backupId)}>{linkText}</AppLink>
        </>
      ),
    })
  }, [backupId, status, formatMessage])
}
