import { EventCursors } from '../../relay/eventCursor.ts'

/** The cursors of `archiveEvents`. */
export const cursors = new EventCursors('archive')
