import { EventCursors } from '../../relay/eventCursor.ts'

/** The cursors of `libraryEvents`. */
export const cursors = new EventCursors('event')
