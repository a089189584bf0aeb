import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useRequestExportMutation } from '../../../__generated__/useRequestExportMutation.graphql.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'
import { useSession } from '../../../app/sessionContext.ts'

const mutation = graphql`
  mutation useRequestExportMutation($input: RequestExportInput!) {
    requestExport(input: $input) {
      __typename
      ... on RequestExportSuccess {
        status
        export {
          backupId
          status
          progress
          photosCount
          created
          expires
        }
      }
      ... on NothingToExport {
        __typename
      }
      ... on ExportFailed {
        __typename
      }
    }
  }
`

/**
 * The state of an export request. `nothing`: no export was requested, because the brand has no channel. `accepted`: the
 * service accepted the request without details, so the export is not yet the latest one in the store.
 */
export type ExportRequest =
  | { readonly kind: 'initial' | 'pending' | 'processing' | 'accepted' | 'empty' | 'failed' | 'nothing' }
  | { readonly kind: 'ready'; readonly backupId: string }

/** Requests an export of the whole library. */
export function useRequestExport(): readonly [request: ExportRequest, ask: () => Promise<ExportRequest>] {
  const { config } = useSession()
  const [run] = useAppMutation<useRequestExportMutation>(mutation)
  const [request, setRequest] = useState<ExportRequest>({ kind: 'initial' })
  const ask = async () => {
    setRequest({ kind: 'pending' })
    const outcome = await run({
      variables: { input: { channel: config.channel } },
      // The new export becomes the latest one, which other components follow.
      updater: (store) => {
        const made = store.getRootField('requestExport')?.getLinkedRecord('export')
        if (made) store.getRoot().getLinkedRecord('viewer')?.setLinkedRecord(made, 'latestExport')
      },
    })
    const next = outcome.kind === 'failed' ? ({ kind: 'failed' } as const) : asRequest(outcome.response.requestExport)
    setRequest(next)
    return next
  }
  return [request, ask]
}

function asRequest(result: useRequestExportMutation['response']['requestExport']): ExportRequest {
  if (result.__typename === 'NothingToExport') return { kind: 'empty' }
  if (result.__typename !== 'RequestExportSuccess') return { kind: 'failed' }
  const { status, export: made } = result
  if (!status) return { kind: 'nothing' }
  if (status === 'READY' && made) return { kind: 'ready', backupId: made.backupId }
  if (status === 'FAILED') return { kind: 'failed' }
  return { kind: made ? 'processing' : 'accepted' }
}
