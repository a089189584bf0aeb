import type { GatewayContext, NodeType } from '../../context.ts'
import { unauthenticated } from '../../errors/codes.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import type { CustomerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `Customer` except the address book. A retailer's own service may send none of them. */
export const Customer: Omit<CustomerResolvers, 'addresses'> = {
  id: (_customer, _args, context) => encodeGlobalId('Customer', accountIdOf(context)),
  version: ({ version }) => version ?? null,
  business: (customer, _args, { viewer }) => (viewer?.isBusiness ? customer : null),
}

/** Loads the viewer's own profile by its id. Null for the id of another profile. */
export const customerNode: NodeType = {
  type: 'Customer',
  load: (key, { viewer, loaders }) => (key === viewer?.accountId ? loaders.customer() : null),
}

function accountIdOf({ viewer }: GatewayContext): string {
  if (!viewer) throw unauthenticated()
  return viewer.accountId
}
