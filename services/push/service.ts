import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'
import { registerEventSocket } from '../platform/eventSocket.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, PlatformEvent, Service } from '../platform/platform.ts'

/** The socket that reports the progress of a library's activation to its owner. */
export const pushService: Service = {
  description: 'Messages that report the activation of a library to its owner.',
  register,
}

/** An arbitrary UUID: the namespace in which ids are derived from positions. */
const idsOfPositions = '5c1a7a2e-6f0d-4f5f-9f0c-8d6a4a1f7b30'

const typePrefix = 'activation.'
const dataSchema = z.object({
  status: z.enum(['ACTIVE', 'NOT_ACTIVE', 'IMPORTING', 'DELETING']),
  progress: z.number().min(0).max(1).optional(),
  timestamp: z.iso.datetime(),
})

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  registerEventSocket(app, '/messages', platform, {
    summary: 'Streams the progress of the activation of the library',
    description: `Messages are \`{ type, id, data: { payload: { status, progress? }, timestamp } }\`, with the type \`started\`, \`progress\`,
\`finished\` or \`error\`. An event keeps its id when it is sent again. \`progress\` and \`position\` are our additions.
Only readers that send \`resumable\` or \`after\` when they authenticate get positions (decision 0135). The specification
does not define the path of this socket.`,
    types: ['started', 'progress', 'finished', 'error'].map((type) => typePrefix + type),
    announcesPosition: 'whenAsked',
    message: activationMessage,
  })
}

/** The message as specified; null when the event cannot be read. An event has the same id each time it is sent. */
function activationMessage({ type, position, data }: PlatformEvent): object | null {
  const parsed = dataSchema.safeParse(data)
  if (!parsed.success) return null
  const { timestamp, ...payload } = parsed.data
  const id = uuidv5(String(position), idsOfPositions)
  return { type: type.slice(typePrefix.length), id, data: { payload, timestamp } }
}
