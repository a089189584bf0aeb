import { EventCursors } from '../../relay/eventCursor.ts'

/** The cursors of `exportEvents`. */
export const cursors = new EventCursors('export')
