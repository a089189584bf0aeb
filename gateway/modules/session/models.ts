import type { WireSession } from '../../upstream/identity/wire.ts'

/** The source object of the `Session` resolvers. */
export type SessionModel = WireSession
