import type { NodeType } from '../../context.ts'
import { unauthenticated } from '../../errors/codes.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { BusinessAccountResolvers, BusinessStatus } from '../../__generated__/resolvers.ts'
import { callbackFormatOf } from './callbackFormats.ts'

/**
 * The API's statuses by those of the specification. The keys are in lower case, because services may write the statuses
 * in another case.
 */
const statuses = new Map<string, BusinessStatus>([
  ['default', 'DEFAULT'],
  ['new', 'NEW'],
  ['validated', 'VALIDATED'],
  ['blocked', 'BLOCKED'],
])

/** Resolves the fields of `BusinessAccount`. */
export const BusinessAccount: BusinessAccountResolvers = {
  id: (_business, _args, { viewer }) => {
    if (!viewer) throw unauthenticated()
    return encodeGlobalId('BusinessAccount', viewer.accountId)
  },
  status: ({ businessAccountStatus }) => statuses.get(businessAccountStatus?.toLowerCase() ?? '') ?? null,
  callbackFormat: ({ callbackFormat }) => callbackFormatOf(callbackFormat),
}

/** Loads the business account of the viewer. */
export const businessAccountNode: NodeType = {
  type: 'BusinessAccount',
  load: (key, { viewer, loaders }) => (viewer?.isBusiness && key === viewer.accountId ? loaders.customer() : null),
}
