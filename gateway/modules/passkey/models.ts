import type { WirePasskey } from '../../upstream/identity/wire.ts'

/** The source object of the `Passkey` resolvers. */
export type PasskeyModel = WirePasskey
