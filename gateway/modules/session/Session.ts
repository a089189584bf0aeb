import type { DeviceKind, SessionResolvers } from '../../__generated__/resolvers.ts'
import type { NodeType } from '../../context.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'

const devices = new Map<string, DeviceKind>([
  ['computer', 'COMPUTER'],
  ['phone', 'PHONE'],
  ['tablet', 'TABLET'],
])

/** Resolves the fields of `Session`. */
export const Session: SessionResolvers = {
  id: ({ id }) => encodeGlobalId('Session', id),
  device: ({ device }) => devices.get(device ?? '') ?? null,
}

/** Loads a session by id. The service lists only the viewer's sessions. */
export const sessionNode: NodeType = {
  type: 'Session',
  load: async (key, { viewer, sessions }) => {
    if (!viewer) return null
    return (await sessions.list())?.find(({ id }) => id === key) ?? null
  },
}
