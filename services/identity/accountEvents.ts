import { z } from 'zod'
import type { EventStream } from '../platform/eventSocket.ts'
import type { PlatformEvent } from '../platform/platform.ts'

const emailChangedType = 'account.emailChanged'
const sessionsEndedType = 'account.sessionsEnded'
const chosenEndedType = 'account.chosenSessionsEnded'
const deletionScheduledType = 'account.deletionScheduled'

const emailChangedData = z.object({ email: z.string() })
const sessionsEndedData = z.object({ before: z.iso.datetime() })
const chosenEndedData = z.object({ sessions: z.array(z.string()) })
const deletionScheduledData = z.object({ deletesAt: z.iso.datetime() })

/** The data of each event of the stream. */
const dataSchemas: Readonly<Record<string, z.ZodType>> = {
  [emailChangedType]: emailChangedData,
  [sessionsEndedType]: sessionsEndedData,
  [chosenEndedType]: chosenEndedData,
  [deletionScheduledType]: deletionScheduledData,
}

/**
 * The event which says that an account has another e-mail address. Services that keep a copy of the address handle this
 * event.
 */
export function emailChanged(owner: string, email: string): Omit<PlatformEvent, 'position'> {
  return { type: emailChangedType, owner, data: { email } satisfies z.infer<typeof emailChangedData> }
}

/** The event which says that all sign-ins of an account before this time have ended. */
export function sessionsEnded(owner: string, before: Date): Omit<PlatformEvent, 'position'> {
  const data: z.infer<typeof sessionsEndedData> = { before: before.toISOString() }
  return { type: sessionsEndedType, owner, data }
}

/** The event which says that the customer has ended these sessions. */
export function chosenSessionsEnded(owner: string, sessions: string[]): Omit<PlatformEvent, 'position'> {
  return { type: chosenEndedType, owner, data: { sessions } satisfies z.infer<typeof chosenEndedData> }
}

/**
 * The event which says that the owner has confirmed the deletion of the account. The deletion can be undone until
 * `deletesAt`.
 */
export function deletionScheduled(owner: string, deletesAt: Date): Omit<PlatformEvent, 'position'> {
  const data: z.infer<typeof deletionScheduledData> = { deletesAt: deletesAt.toISOString() }
  return { type: deletionScheduledType, owner, data }
}

/** The event which says that the owner has undone the deletion of the account. */
export function deletionCancelled(owner: string): Omit<PlatformEvent, 'position'> {
  return { type: 'account.deletionCancelled', owner, data: {} }
}

/** The event stream of an account: what its other browsers have to know. */
export const accountEvents: EventStream = {
  summary: 'Streams the changes of the account',
  description: `Messages are \`{ id, type, data }\`; \`id\` is the position. Our addition to the specification.

- \`position\`, data \`{}\`: the position where the stream begins. It is the first message, unless \`after\` was given.
- \`account.emailChanged\`, data \`{ email }\`: the account has another e-mail address.
- \`account.sessionsEnded\`, data \`{ before }\`: all sign-ins before this time (UTC) have ended.
- \`account.chosenSessionsEnded\`, data \`{ sessions }\`: the customer has ended the sessions with these ids.
- \`account.deletionScheduled\`, data \`{ deletesAt }\`: the owner has deleted the account. All sign-ins have ended, and
  the deletion can be undone until this time (UTC).`,
  types: Object.keys(dataSchemas),
  message: ({ type, data }) => ({ type, data: dataSchemas[type]?.parse(data) }),
  announcesPosition: 'always',
  positionName: 'id',
  announcement: { type: 'position', data: {} },
}
