import type { Scene, Things } from './scenes.ts'

/**
 * Who makes a call. `stranger` and `business` are customers with their own data. `operator` and `service` send their
 * secret, and no token. Participant and owner come last, because their calls change most of the data.
 */
export const roles = [
  'anonymous',
  'expired',
  'stranger',
  'business',
  'blockedBusiness',
  'operator',
  'service',
  'participant',
  'owner',
] as const
export type Role = (typeof roles)[number]

/** The two forms of the owner's album: `own` is not shared; `shared` is shared with the participant. */
export const forms = ['own', 'shared'] as const
export type Form = (typeof forms)[number]

/** The status for each role. */
export type Answers = Readonly<Record<Role, number>>

/** What happens when a caller requests the owner's data. */
export interface Row {
  readonly answers: Answers
  /** The roles that see the owner's data in the answer. Default: none. */
  readonly sees?: readonly Role[]
  /** A text by which the test recognizes the owner's data. Default: the mark that all texts of the owner contain. */
  readonly what?: (owner: Things) => string
  /** The roles whose call changes what the owner sees. Default: none. */
  readonly changes?: readonly Role[]
  /** What `:id` in the path stands for. */
  readonly id?: IdOf
  /** The path with its query. Default: the pattern of the route, with the owner's ids. */
  readonly path?: (scene: Scene) => string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or bytes. */
  readonly body?: (scene: Scene) => unknown
}

export type IdOf =
  | 'account'
  | 'album'
  | 'photo'
  | 'selection'
  | 'upload'
  | 'endedUpload'
  | 'download'
  | 'backup'
  | 'project'
  | 'voucher'
  | 'reservation'
  | 'pdf'
  | 'setup'
  | 'paymentMethod'
  | 'order'
  | 'invoice'
  | 'subOrder'
  | 'address'
  | 'session'
  | 'passkey'
  | 'connection'
  | 'widget'
  | 'widgetLink'

/** A row for both forms of the album, or one for each. */
export type Rows = Readonly<Record<string, Row | Readonly<Record<Form, Row>>>>

/** Routes for customers with an access token. */
export function customers(owner: number, participant: number, others: number): Answers {
  return {
    anonymous: 401,
    expired: 401,
    stranger: others,
    business: others,
    blockedBusiness: others,
    operator: 401,
    service: 401,
    participant,
    owner,
  }
}

/** Routes that answer all customers, each with their own data. */
export const allCustomers = (status = 200) => customers(status, status, status)

/** Routes for customers who change what is theirs. A blocked business account gets 403. */
export const unlessBlocked = (answers: Answers): Answers => ({ ...answers, blockedBusiness: 403 })

/** Routes for business accounts. The owner of a scene has a business account. */
export const onlyBusinesses = (status = 200): Answers => ({
  ...customers(status, 403, 403),
  business: status,
})

export const onlyOperator = (status = 200): Answers => ({ ...everybody(403), operator: status })

/** Routes for services. A client of the kind `service` may call them, too (scopes.ts). An expired token gets 401. */
export const onlyServices = (status = 200): Answers => ({ ...everybody(403), expired: 401, service: status })

export function everybody(status = 200): Answers {
  return {
    anonymous: status,
    expired: status,
    stranger: status,
    business: status,
    blockedBusiness: status,
    operator: status,
    service: status,
    participant: status,
    owner: status,
  }
}

/** Reads the owner's data. Others get the same answer as for data that does not exist. */
export const ofOwner = { answers: customers(200, 404, 404), sees: ['owner'] } as const
/** Lists what the caller owns. */
export const ofCaller = { answers: allCustomers(), sees: ['owner'] } as const
export const publicDocument = { answers: everybody() } as const

/** An event socket, and an event whose message contains the given instant. */
export interface SocketRow {
  readonly event: (instant: string) => { readonly type: string; readonly data: unknown }
}
export type SocketRows = Readonly<Record<string, SocketRow>>
