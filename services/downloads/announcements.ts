import { z } from 'zod'
import type { EventStream } from '../platform/eventSocket.ts'
import type { PlatformEvent } from '../platform/platform.ts'

const keys = ['started', 'progress', 'finished', 'error'] as const
const eventTypes = {
  started: 'download.started',
  progress: 'download.progress',
  finished: 'download.finished',
  error: 'download.error',
} as const
const dataSchema = z.object({
  key: z.enum(keys),
  downloadId: z.string(),
  timestamp: z.string(),
  progress: z.number().optional(),
})
const halfAnHour = 30 * 60_000

/** An event about an archive, for its owner. */
export function announcementOf(
  key: (typeof keys)[number],
  owner: string,
  download: { readonly downloadId: string; readonly progress?: number },
): Omit<PlatformEvent, 'position'> {
  const data: z.infer<typeof dataSchema> = { key, ...download, timestamp: new Date().toISOString() }
  return { type: eventTypes[key], owner, data }
}

/**
 * The event stream of an account's archives. Only readers that can resume get progress messages, because the
 * specification has no such messages.
 */
export const notifications: EventStream = {
  summary: 'Streams the progress of archives',
  description: `Messages are \`{ id, timestamp, key, message: { userId, downloadId } }\`, with the key \`started\`, \`finished\` or \`error\`.
Readers that send \`resumable\` or \`after\` when they authenticate also get \`position\` in each message, and messages
with the key \`progress\` and the field \`message.progress\` (decision 0135). The socket is closed after 30 minutes. The
specification does not define the path of this socket.`,
  types: Object.values(eventTypes),
  message({ position, owner, data }, isResumable) {
    const { key, timestamp, ...download } = dataSchema.parse(data)
    if (key === 'progress' && !isResumable) return null
    return { id: String(position), timestamp, key, message: { userId: owner, ...download } }
  },
  announcesPosition: 'whenAsked',
  longestMilliseconds: halfAnHour,
}
