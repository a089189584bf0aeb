import { EventCursors } from '../../relay/eventCursor.ts'

/** The cursors of `accountEvents`. */
export const cursors = new EventCursors('account')
