import { EventCursors } from '../../relay/eventCursor.ts'

/** The cursors of `importEvents`. */
export const cursors = new EventCursors('import')
