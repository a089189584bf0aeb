import type { WirePasswordState } from '../../upstream/identity/wire.ts'

/** The source object of the `PasswordState` fields. */
export type PasswordStateModel = WirePasswordState
