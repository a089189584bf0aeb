import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, fetchQuery, graphql, usePreloadedQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { ExportFollowerQuery } from '../../../__generated__/ExportFollowerQuery.graphql.ts'
import type { ExportFollowerSubscription } from '../../../__generated__/ExportFollowerSubscription.graphql.ts'
import { followEvents } from '../../../relay/followEvents.ts'
import { useFreshQuery } from '../../../relay/useFreshQuery.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { exportPath } from '../../../shared/paths.ts'
import { useApp } from '../../../app/appContext.ts'
import { showToast } from '../../../ui/toasts.ts'
import { isUnderWay, offersExport } from './exportRules.ts'

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

/** Follows the export that is being made, on whatever page and from whatever device it was asked for, and tells its end. */
export function ExportFollower() {
  const { config } = useApp()
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
  const isFollowed = isUnderWay(status)
  useEffect(() => {
    if (!isFollowed) return undefined
    return followEvents<ExportFollowerSubscription>(environment, {
      subscription,
      variables: (after) => ({ after }),
      cursorOf: ({ exportEvents }) => exportEvents.cursor,
      onNext: ({ exportEvents }) => {
        // The stream only begins here, or the export is gone: it is asked for what there is now.
        if (exportEvents.export) return
        fetchQuery<ExportFollowerQuery>(environment, query, {}, { networkCacheConfig: { force: true } }).subscribe({
          // What is not known now, the next event tells.
          error: () => undefined,
        })
      },
    })
  }, [environment, isFollowed])
  useToldEnd(backupId, status)
  return null
}

/** Says when an export has ended that was under way while one looked. */
function useToldEnd(backupId: string | undefined, status: string | undefined): void {
  const { formatMessage } = useIntl()
  const underWay = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (isUnderWay(status)) underWay.current = backupId
    if (backupId === undefined || backupId !== underWay.current || isUnderWay(status)) return
    underWay.current = undefined
    const isReady = status === 'READY'
    const message = formatMessage({ id: isReady ? 'export.ready' : 'export.failed' })
    const way = formatMessage({ id: isReady ? 'export.open' : 'storage.details' })
    showToast({
      kind: isReady ? 'success' : 'error',
      message,
      content: (
        <>
          {message}
          {isReady && '.'} <AppLink to={exportPath(backupId)}>{way}</AppLink>
        </>
      ),
    })
  }, [backupId, status, formatMessage])
}
