import { unauthenticated } from '../../../errors/codes.ts'
import type { ExportsClient, RequestedExport } from '../../../upstream/exports/exportsClient.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'

/** Resolves `Mutation.requestExport`. Without a channel, no export is requested and the result is still a success. */
export const requestExport: NonNullable<MutationResolvers['requestExport']> = async (
  _root,
  { input: { channel } },
  { viewer, exports },
) => {
  if (!viewer) throw unauthenticated()
  const requested = channel ? await verifyIfLost(exports.request(channel), () => findRunningExport(exports)) : null
  if (requested === 'empty')
    return { __typename: 'NothingToExport', code: 'NOTHING_TO_EXPORT', message: 'There are no photos to export.' }
  if (requested?.status === 'FAILED')
    return { __typename: 'ExportFailed', code: 'FAILED', message: 'Unable to generate backup request!' }
  return {
    __typename: 'RequestExportSuccess',
    status: requested?.status ?? null,
    export: requested?.export ?? null,
  }
}

/** Finds the requested export when the response was lost: at most one export is being created at a time. */
async function findRunningExport(exports: ExportsClient): Promise<RequestedExport | undefined> {
  const latest = await exports.findLatest()
  const isRunning = latest?.status === 'REQUESTED' || latest?.status === 'IN_PROGRESS'
  return isRunning ? { status: latest.status, export: latest } : undefined
}
