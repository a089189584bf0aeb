import type { ArchiveEventResolvers } from '../../__generated__/resolvers.ts'
import { cursors } from './cursors.ts'

const states = { STARTED: 'started', PROGRESS: 'started', FINISHED: 'finished', ERROR: 'error' } as const

/** Resolves the fields of `ArchiveEvent`. */
export const ArchiveEvent: ArchiveEventResolvers = {
  cursor: ({ position }, _args, context) => cursors.at(position, context),
  key: ({ kind }) => kind,
  downloadId: ({ job }) => job,
  async download({ job, kind }, _args, { downloads }) {
    const found = job === null ? null : await downloads.find(job)
    // A retailer's own service sends no state with the archive: take it from the event.
    return found && { ...found, state: found.state ?? (kind ? states[kind] : null) }
  },
}
