import { type ApiScope as WireScope, scopesIn } from '../../../schema/rules/scopes.ts'
import type { ApiScope, ConnectedAppResolvers } from '../../__generated__/resolvers.ts'
import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'

const scopeNames: Readonly<Record<WireScope, ApiScope>> = {
  'photos:read': 'PHOTOS_READ',
  'photos:write': 'PHOTOS_WRITE',
  'photos:delete': 'PHOTOS_DELETE',
  'orders:read': 'ORDERS_READ',
  'orders:write': 'ORDERS_WRITE',
  account: 'ACCOUNT',
}

/** Resolves the fields of `ConnectedApp`. */
export const ConnectedApp: ConnectedAppResolvers = {
  id: ({ id }) => encodeGlobalId('ConnectedApp', id),
  homepage: ({ homepage }) => (isWebAddress(homepage) ? homepage : null),
  // Leaves out a scope that only a newer service knows.
  scopes: ({ scopes }) => [...scopesIn(scopes.join(' '))].map((scope) => scopeNames[scope]),
  seesName: ({ seesName }) => seesName ?? false,
}

/** Whether an address may become a link. A `javascript:` address would run a script when the link is pressed. */
function isWebAddress(address: string | null | undefined): address is string {
  return ['http:', 'https:'].includes(URL.parse(address ?? '')?.protocol ?? '')
}

/** Loads a connected app by id. The service lists only the viewer's connected apps. */
export const connectedAppNode: NodeType = {
  type: 'ConnectedApp',
  load: async (key, { viewer, connectedApps }) => {
    if (!viewer) return null
    return (await connectedApps.list())?.find(({ id }) => id === key) ?? null
  },
}
