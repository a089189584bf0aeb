import { z } from 'zod'
import { wirePosition } from '../live/jobFacts.ts'
import { wireSchema } from '../wireSchema.ts'

/** Schema of the state of an e-mail address. `assumed`: the account predates the confirmation of addresses. */
export const wireEmailState = wireSchema(z.object({ state: z.enum(['unconfirmed', 'assumed', 'confirmed']) }))

const sentMail = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent') }),
  z.object({ outcome: z.literal('capped'), retryAt: z.iso.datetime() }),
  z.object({ outcome: z.literal('refused') }),
  z.object({ outcome: z.literal('confirmed') }),
])

/** The outcome of a mail. `confirmed`: the address needs no mail. */
export type WireSentMail = z.infer<typeof sentMail>

/** Schema of the answer to a request for a mail. */
export const wireSentMail = wireSchema(sentMail)

const emailChange = z.object({ email: z.string(), until: z.iso.datetime({ offset: true }) })

/** A pending change of the email address. */
export type WireEmailChange = z.infer<typeof emailChange>

/** Schema of a pending change. */
export const wireEmailChange = wireSchema(emailChange)

/**
 * Schema of the responses to changes. It accepts any response: the specification does not define one, so a service may
 * send anything, or nothing.
 */
export const wireChangeAnswer = wireSchema(z.unknown())

const deletionState = z.object({ graceDays: z.number() })

/** For how many days a confirmed deletion of the account can be undone. */
export type WireDeletionState = z.infer<typeof deletionState>

/** Schema of the state of the deletion of an account. */
export const wireDeletionState = wireSchema(deletionState)

/** Schema of the answer of a service that says until when a confirmed deletion can be undone. */
export const wireConfirmedDeletion = wireSchema(z.object({ deletesAt: z.string() }))

/** Schema of a message of the account's stream. */
export const wireAccountMessage = wireSchema(
  z.object({
    id: wirePosition,
    type: z.string(),
    data: z.object({
      email: z.string().optional(),
      before: z.string().optional(),
      deletesAt: z.string().optional(),
      sessions: z.array(z.string()).optional(),
    }),
  }),
)

const session = z.object({
  id: z.string().min(1),
  browser: z.string().nullish(),
  system: z.string().nullish(),
  device: z.string().nullish(),
  isCurrent: z.boolean(),
  isSameNetwork: z.boolean().nullish(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})

/** The sign-in of one browser. */
export type WireSession = z.infer<typeof session>

/** Schema of the list of sessions. */
export const wireSessions = wireSchema(z.object({ sessions: z.array(session) }))

/** Schema of the number of sessions that have ended. */
export const wireEndedSessions = wireSchema(z.object({ ended: z.int() }))

const passwordState = z.object({ changedAt: z.iso.datetime().nullish() })

/** What is known about the customer's password. */
export type WirePasswordState = z.infer<typeof passwordState>

/** Schema of what is known about the password. */
export const wirePasswordState = wireSchema(passwordState)

const passkey = z.object({
  id: z.string().min(1),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullish(),
})

/** A passkey of the customer. */
export type WirePasskey = z.infer<typeof passkey>

/** Schema of the list of passkeys. */
export const wirePasskeys = wireSchema(z.object({ passkeys: z.array(passkey) }))

const connectedApp = z.object({
  id: z.string().min(1),
  name: z.string(),
  homepage: z.string().nullish(),
  scopes: z.array(z.string()),
  seesName: z.boolean().nullish(),
  connectedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullish(),
})

/** An app that may use the account of the customer. */
export type WireConnectedApp = z.infer<typeof connectedApp>

/** Schema of the list of connected apps. */
export const wireConnectedApps = wireSchema(z.object({ connections: z.array(connectedApp) }))
