import { EventCursors } from '../../relay/eventCursor.ts'

/** The cursors of `orderEvents`. */
export const cursors = new EventCursors('order')
