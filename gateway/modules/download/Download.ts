import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import { instantOf } from '../../instants.ts'
import type { DownloadResolvers } from '../../__generated__/resolvers.ts'
import type { DownloadModel } from './models.ts'

const states = { started: 'STARTED', finished: 'FINISHED', error: 'ERROR' } as const

/**
 * Resolves the fields of `Download`. A retailer's own service lists finished archives only, and sends only the
 * specified fields.
 */
export const Download: DownloadResolvers = {
  id: ({ id }) => encodeGlobalId('Download', id),
  downloadId: ({ id }) => id,
  name: ({ name }) => name ?? null,
  state: (download) => states[stateOf(download)],
  progress: (download) => download.progress ?? (stateOf(download) === 'finished' ? 1 : 0),
  photosCount: ({ photosCount }) => photosCount ?? null,
  missingCount: ({ missingCount }) => missingCount ?? null,
  size: ({ size }) => size ?? null,
  created: ({ created }) => instantOf(created),
  expires: ({ expires }) => instantOf(expires),
  url: (download, _args, { downloads }) => (stateOf(download) === 'finished' ? downloads.findUrl(download.id) : null),
}

/** Loads an archive by id. The service returns it only to the customer who requested it. */
export const downloadNode: NodeType = {
  type: 'Download',
  load: (key, { viewer, downloads }) => (viewer ? downloads.find(key) : null),
}

function stateOf({ state }: DownloadModel): keyof typeof states {
  return state ?? 'finished'
}
