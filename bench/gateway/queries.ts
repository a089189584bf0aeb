import { createHash } from 'node:crypto'
import type { Customer } from './customers.ts'
import { albumCount, albumsDocument, shownMonths, timelineDocument, typenameDocument } from './documents.ts'

/** A query that the benchmark sends to the gateway, to the floor (`floor.ts`) and to the servers of `bench/peers`. */
export interface MeasuredQuery {
  /** Also the name of the floor's route. */
  readonly name: string
  /** The query's name in the table of results. */
  readonly title: string
  /** The aim: the gateway's CPU time per request, divided by the floor's. */
  readonly aim: number
  readonly document: string
  /** True to send the document's id to the gateway, as our client does; false to send its text. */
  readonly isPersisted: boolean
  /** True if the servers of `bench/peers` can answer this query. */
  readonly hasPeers: boolean
  variables(customer: Customer): Readonly<Record<string, unknown>>
  /** The body of the request to the floor, which has a route for each query. */
  readonly floorBody: object
}

/** The queries of the benchmark `gateway`. Each has its rows in the table of results. */
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

/** Returns the id by which the gateway finds a persisted document. */
export function documentId(document: string): string {
  return createHash('sha256').update(document).digest('hex')
}

function monthId(accountId: string, month: number): string {
  return Buffer.from(`TimelineMonth:${accountId}:2024-${month}:dateTaken:desc`).toString('base64url')
}
