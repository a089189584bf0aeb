import type { WireConnectedApp } from '../../upstream/identity/wire.ts'

/** The source object of the `ConnectedApp` resolvers. */
export type ConnectedAppModel = WireConnectedApp
