import type DataLoader from 'dataloader'
import type { GraphQLError } from 'graphql'
import type { ApiScope } from '../schema/rules/scopes.ts'
import type { CursorCipher } from './relay/cursorCipher.ts'
import type { OperationObservation } from './telemetry/observation.ts'
import type { BatchLoader } from './upstream/batch.ts'
import type { WireAddresses, WireCustomer } from './upstream/customers/wire.ts'
import type { Registrant } from './execution/registeredDocuments.ts'
import type { Feeds } from './upstream/feeds.ts'
import type { WireInvoice } from './upstream/invoices/wire.ts'
import type { WireOrder } from './upstream/orders/wire.ts'
import type { WireDetailedPhoto, WirePhoto } from './upstream/photos/wire.ts'
import type { FoundProduct } from './upstream/products/productsClient.ts'
import type { WireCampaign } from './upstream/products/wire.ts'
import type { WireProject } from './upstream/projects/wire.ts'
import type { Clients } from './upstream/upstreams.ts'
import type { WireVoucher } from './upstream/vouchers/wire.ts'
import type { EntryPlace } from './upstream/widgets/galleryClient.ts'
import type { WireGalleryEntry, WireWidget } from './upstream/widgets/wire.ts'

/** The signed-in customer, from the verified access token. */
export interface Viewer {
  readonly accountId: string
  readonly email: string
  readonly isBusiness: boolean
  /** The identity provider, and the customer's id at this provider. The identity service expects both in paths. */
  readonly idpType: string
  readonly idpSub: string
  /** The session that the token was issued for. Null if the token does not name one. */
  readonly sessionId: string | null
  /** What the client may do for the customer. Null: everything. */
  readonly scopes: ReadonlySet<ApiScope> | null
  readonly accessToken: string
  /** When the token expires, in milliseconds since 1970. */
  readonly expires: number
}

/** The code of an ordered line. */
export interface LineCodes {
  readonly code: string
  /** The code of its order; the code of the line if the service does not send the order's code. */
  readonly orderCode: string
}

/** Reads that all fields of one operation share. */
export interface Loaders {
  /**
   * Loads a photo by the service's id: the viewer's own, or one in a shared album. Null when there is no such photo.
   */
  readonly photo: BatchLoader<WireDetailedPhoto>
  /** Loads the photo of an upload by the upload's id. Null while it is not in a library that the viewer may see. */
  readonly uploadedPhoto: DataLoader<string, WirePhoto | null>
  /**
   * Loads a voucher of the viewer's orders by its code, and returns it with this code. Null when the viewer may not see
   * it.
   */
  readonly voucher: DataLoader<string, (WireVoucher & { readonly code: string }) | null>
  /**
   * Loads a project of the viewer by the service's id. Null when there is no such project, or it can no longer be
   * restored.
   */
  readonly project: BatchLoader<WireProject>
  /** Loads an order by its code. Null when the viewer has no such order. */
  readonly order: DataLoader<string, WireOrder | null>
  /** Loads an invoice by the service's id. Null when the viewer has no such invoice. */
  readonly invoice: BatchLoader<WireInvoice>
  /**
   * Loads the invoices of an order by its code, oldest first. Null when the service does not know which order an
   * invoice belongs to.
   */
  readonly invoicesOfOrder: DataLoader<string, readonly WireInvoice[] | null>
  /** Loads an online book of the viewer by its code. Null when the viewer has no such book. */
  readonly widget: BatchLoader<WireWidget>
  /** Loads the online book of an ordered line of the viewer. Null when the line has none. */
  readonly widgetOfLine: DataLoader<LineCodes, WireWidget | null, string>
  /** Loads the entry that a book of the viewer has in a shop's gallery. Null when the book has no entry there. */
  readonly galleryEntry: DataLoader<EntryPlace, WireGalleryEntry | null, string>
  /** The profile of the viewer. Null when the account is deleted or marked for deletion. */
  customer(): Promise<WireCustomer | null>
  /** The address book of the viewer. Null when the account is deleted or marked for deletion. */
  addresses(): Promise<WireAddresses | null>
  /** Loads a product by its code, with texts in this language. Null when there is no such product. */
  product(locale: string): DataLoader<string, FoundProduct | null>
  /** Loads a campaign by its name, with texts in this language. Null when there is no such campaign. */
  campaign(locale: string): DataLoader<string, WireCampaign | null>
  /** The counts of the viewer's library. */
  countAll(): Promise<{ photosCount: number; albumsCount: number }>
  /** The number of photos in each month of the viewer's library. */
  countMonths(): Promise<{ year: number; month: number; count: number }[]>
  /** Discards loaded data of the customer. Call this after a change of the data, so that later reads fetch it again. */
  forget(): void
}

/** The cost of an operation, for a client that asked for it. */
export interface CostReport {
  /** In units of the schema's weights. Null while the cost is not known, and for a document that cannot be run. */
  requested: number | null
}

/** The context of one operation. It has a client for each part of the REST services. */
export interface GatewayContext extends Clients {
  /** Null when no token was sent. */
  readonly viewer: Viewer | null
  readonly correlationId: string
  readonly observation: OperationObservation
  /** The host that the client addressed. */
  readonly host: string
  readonly feeds: Feeds
  readonly cursorCipher: CursorCipher
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
  readonly loaders: Loaders
  readonly nodes: NodeTypes
  /** Set when the client asked for the cost. The gateway writes the cost into it when it is known. */
  readonly costReport: CostReport | undefined
  /** The account or address whose limit applies to the documents that this client registers by their hashes. */
  registrant(): Registrant
  /**
   * Decides whether the client's address may use another mailed link. Operations that act without an access token call
   * this first, because the limit of accounts does not apply to them.
   * @returns null when it may, else RATE_LIMITED
   */
  refuseLink(): GraphQLError | null
}

/** Loads objects of a type by their id. */
export interface NodeType {
  /** The name in the schema. */
  readonly type: string
  /** Loads an object by its key. @returns null when the object does not exist, or the viewer may not see it */
  load(key: string, context: GatewayContext): Promise<object | null> | object | null
}

/** The node types by name. */
export type NodeTypes = ReadonlyMap<string, NodeType>
