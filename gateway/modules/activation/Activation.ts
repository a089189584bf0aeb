import type { ActivationResolvers, ActivationStatus } from '../../__generated__/resolvers.ts'
import { knownNames } from '../shared/knownNames.ts'

const statuses = knownNames<ActivationStatus>(['ACTIVE', 'NOT_ACTIVE', 'IMPORTING', 'DELETING'])

/** Resolves the fields of `Activation`. */
export const Activation: ActivationResolvers = {
  status: ({ status }) => statuses.get(status) ?? null,
  import: ({ import: run }) => run ?? null,
}
