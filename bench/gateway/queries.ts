import { createHash } from 'node:crypto'
import type { Customer } from './customers.ts'
import { albumCount, albumsDocument, shownMonths, timelineDocument, typenameDocument } from './documents.ts'

/** One measured query: how each kind of server is asked it. */
export interface MeasuredQuery {
  readonly name: 'timeline' | 'albums' | 'typename'
  /** As it stands in the table. */
  readonly title: string
  /** CPU per request, in times of the floor's. */
  readonly aim: number
  readonly document: string
  /** The gateway is asked by the document's id, as our client asks it, or by its text. */
  readonly isPersisted: boolean
  /** Whether the servers of bench/peers can answer it. */
  readonly hasPeers: boolean
  variables(customer: Customer): Record<string, string>
  /** What the floor's route is given. */
  readonly floorBody: object
}

/** The queries of the table. */
export const measuredQueries: readonly MeasuredQuery[] = [
  {
    name: 'timeline',
    title: `timeline query (${shownMonths.length + 2} calls)`,
    aim: 1.5,
    document: timelineDocument,
    isPersisted: true,
    hasPeers: true,
    variables: ({ accountId }) =>
      Object.fromEntries(shownMonths.map((month) => [`m${month}`, monthId(accountId, month)])),
    floorBody: { months: shownMonths },
  },
  {
    name: 'albums',
    title: `${albumCount} albums with covers (1 call)`,
    aim: 1.5,
    document: albumsDocument,
    isPersisted: true,
    hasPeers: true,
    variables: () => ({}),
    floorBody: {},
  },
  {
    name: 'typename',
    title: '{ __typename }',
    aim: 2,
    document: typenameDocument,
    isPersisted: false,
    hasPeers: false,
    variables: () => ({}),
    floorBody: {},
  },
]

/** The id under which a document is known to the gateway. */
export function documentId(document: string): string {
  return createHash('sha256').update(document).digest('hex')
}

function monthId(accountId: string, month: number): string {
  return Buffer.from(`TimelineMonth:${accountId}:2024-${month}:dateTaken:desc`).toString('base64url')
}
