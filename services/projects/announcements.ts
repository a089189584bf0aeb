import { z } from 'zod'
import type { EventStream } from '../platform/eventSocket.ts'
import type { PlatformEvent } from '../platform/platform.ts'

export const projectEventTypes = ['project.saved', 'project.deleted', 'project.restored'] as const

const dataSchema = z.object({
  projectId: z.string(),
  /** How many projects the account has now. */
  projectCount: z.number().int(),
  timestamp: z.string(),
})

/** An event about a project, for its owner. */
export function announcementOf(
  type: (typeof projectEventTypes)[number],
  owner: string,
  project: { readonly projectId: string; readonly projectCount: number },
): Omit<PlatformEvent, 'position'> {
  const data: z.infer<typeof dataSchema> = { ...project, timestamp: new Date().toISOString() }
  return { type, owner, data }
}

/** The event stream of an account's projects. */
export const projectEvents: EventStream = {
  summary: 'Streams changes of the projects of the account',
  description:
    'Messages are `{ type, projectId, projectCount, timestamp, position }`, with the type `project.saved`, `project.deleted` or ' +
    '`project.restored`. Our addition to the specification.',
  types: projectEventTypes,
  message: ({ type, data }) => ({ type, ...dataSchema.parse(data) }),
  announcesPosition: 'always',
}
