import { readFileSync } from 'node:fs'
import { buildSchema, isObjectType } from 'graphql'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import type { GatewaySetup } from '../support/gatewaySetup.ts'
import { buildAddress } from '../support/customers.ts'
import { buildInvoice, businessClaims } from '../support/invoices.ts'
import { buildArchive, buildBackup, buildImport } from '../support/longWork.ts'
import { buildPhoto, buildTrashed, imageIdOf } from '../support/photoLibrary.ts'
import { buildLine, buildOrder, buildShipment, buildVoucher } from '../support/purchases.ts'
import { buildProject } from '../support/savedProjects.ts'
import { anna, bram } from '../support/tokens.ts'
import { buildMethod } from '../support/upstreamPayments.ts'
import { buildApp, buildPasskey, buildSessions } from '../support/upstreamSignIns.ts'

const stranger = '018f3c1a-0000-7000-8000-00000000000c'

const libraryFields = `
  ... on PhotoLibrary { photosCount albumsCount }
  ... on TimelineMonth { year month photosCount photos { edges { node { fileName } } } }
  ... on TempSelection { tempSelectionId photosCount photos(first: 24) { edges { node { fileName } } } }
  ... on Album { name photosCount created updated isShared cover { id } photos(first: 5) { edges { node { fileName } } } }
  ... on SharedAlbum {
    name photosCount created viewerIsOwner cover { id } owner { email isViewer } participants { email isViewer }
    photos(first: 5) { edges { node { fileName owner { email } } } }
  }
  ... on Photo { fileName created thumbnails { width } owner { email } }
  ... on TrashedPhoto { photoId fileName deletedAt deletedForGoodAt }`
const workFields = `
  ... on Download { downloadId downloadName: name downloadState: state progress size expires url }
  ... on Export { backupId status progress expires chunks { id iteration } }
  ... on ExportChunk { iteration chunkSize: size checksum chunkUrl: url }
  ... on Project { projectId projectTitle: title productCode projectCreated: created printableUntil projectPhotos: photosCount product { title } }
  ... on PaymentMethod { kind brand lastDigits validUntil methodState: state }
  ... on LibraryImport { importState: state progress foundCount albums { edges { cursor } } }`
const orderFields = `
  ... on Order { code orderStatus: status placedAt total { amount currency } lines { title } vouchers { code } }
  ... on OrderLine { code title quantity unitPrice { amount } voucher { campaignName } }
  ... on Shipment { number carrier dispatchedAt shipmentLines: lines { quantity line { title } } }
  ... on Voucher { code campaignName validUntil }
  ... on Invoice { invoiceNumber: number issuedOn orderCode pdf { fileName url } invoiceOrder: order { code } }`
const customerFields = `
  ... on Customer { version firstName business { company } addresses(first: 5) { totalCount edges { node { id } } } }
  ... on DataFile { dataFileStatus: status requested dataFileName: fileName expires }
  ... on BusinessAccount { company callbackUrl }
  ... on Address { isDefault postal { name street formatted } }`
const signInFields = `
  ... on Session { browser isCurrent signedInAt } ... on Passkey { passkeyName: name createdAt }
  ... on ConnectedApp { appName: name homepage appScopes: scopes connectedAt }`
const everyField = `__typename id ${libraryFields} ${workFields} ${orderFields} ${customerFields} ${signInFields}`
/**
 * A fragment with the fields of some types. A document with the fields of all types would exceed the limit on fields.
 */
const wholeOf = (fields: string) => `fragment Whole on Node { __typename id ${fields} }`

/** This document and the following ones together fetch one object of each type. */
const findEach = `query ($selection: String!, $sortKey: PhotoSortKey! = DATE_TAKEN, $sortOrder: SortOrder! = DESC) {
  viewer { library { ...Whole
    timeline(sortKey: $sortKey, sortOrder: $sortOrder) { months { ...Whole } }
    tempSelection(id: $selection) { ...Whole }
    all: photos(first: 5) { edges { node { ...Whole } } }
  } }
}
${wholeOf(libraryFields)}`
const findAlbums = `{ viewer { library { albums(first: 1) { edges { node { ...Whole sharedAlbum { ...Whole } } } } } } }
${wholeOf(libraryFields)}`
const findLongWork = `{
  viewer { downloads(first: 1) { edges { node { ...Whole } } }
    latestExport { ...Whole files: chunks { ...Whole } } library { activation { import { ...Whole } } } }
}
${wholeOf(workFields)}`
const findProjects = `{ viewer { projects(first: 1) { edges { node { ...Whole } } } } }
${wholeOf(workFields)}`
const findTrash = `{ viewer { library { trash(first: 1) { edges { node { ...Whole } } } } } }
${wholeOf(libraryFields)}`

const findOrders = `{ viewer { orders(first: 1) { edges { node { ...Whole
  each: lines { ...Whole }  parcels: shipments { ...Whole }  used: vouchers { ...Whole } } } }
  invoices(first: 1) { edges { node { ...Whole } } } } }
${wholeOf(orderFields)}`

const findPayment = `{ viewer { paymentMethods { stored { ...Whole } } } }
${wholeOf(workFields)}`

const findCustomer = `{ viewer { dataFile { ...Whole } customer { ...Whole account: business { ...Whole }
  all: addresses(first: 1) { edges { node { ...Whole } } } } } }
${wholeOf(customerFields)}`
const findSignIns = `{ viewer { sessions { ...Whole } passkeys { ...Whole } connectedApps { ...Whole } } }
${wholeOf(signInFields)}`

const requestExport = 'mutation { requestExport(input: { channel: "k" }) { __typename } }'

interface Found {
  readonly __typename: string
  readonly id: string
}

/** The objects of the customer Anna. */
class Objects {
  readonly #gateway: GatewaySetup

  constructor(gateway: GatewaySetup) {
    this.#gateway = gateway
  }

  async prepare(): Promise<void> {
    const { upstreams } = this.#gateway
    upstreams.library(anna).photos = [buildPhoto(1, '2024-05-01T10:00:00'), buildPhoto(2, '2024-05-02T10:00:00')]
    upstreams.library(anna).trash = [buildTrashed(3)]
    upstreams.library(bram).photos = [buildPhoto(9, '2024-05-01T10:00:00')]
    upstreams.clearWork()
    Object.assign(upstreams.customer(anna), {
      profile: { firstName: 'Anna', company: 'Studio', version: 1 },
      addresses: [buildAddress(1)],
    })
    upstreams.projects(anna).saved = [buildProject(1), buildProject(2)]
    const work = upstreams.work(anna)
    Object.assign(work, { archives: [buildArchive(1)], activation: { status: 'ACTIVE', import: buildImport(1) } })
    upstreams.payments(anna).method = buildMethod('card-1')
    upstreams.clearPurchases()
    const order = { products: [buildLine(1, 1)], shipments: [buildShipment()] }
    Object.assign(upstreams.purchases(anna), {
      orders: [buildOrder(1, order)],
      vouchers: [buildVoucher()],
      invoices: [buildInvoice(1)],
    })
    upstreams.clearSignIns()
    Object.assign(upstreams.signIns(anna), {
      sessions: buildSessions(),
      passkeys: [buildPasskey(1)],
      apps: [buildApp(1)],
    })
    upstreams.albums.albums = []
    upstreams.albums.put(1, { ownerId: anna, participants: [stranger], photoIds: [imageIdOf(1)] })
    // Requests an export, because some services cannot list exports: the gateway then knows only an export that was
    // requested through it.
    await this.#gateway.ask(requestExport)
    work.backups = work.backups.map(({ backupId }) => ({ ...buildBackup(1), backupId }))
    upstreams.calls.length = 0
  }

  async all(): Promise<Found[]> {
    const own = this.#gateway.upstreams.library(anna).select([imageIdOf(1), imageIdOf(2)]).id ?? ''
    const { data, errors } = await this.#gateway.ask(findEach, { selection: this.#gateway.idOf(own) })
    expect(errors).toEqual([])
    const { timeline, tempSelection, all, ...library } = data.viewer.library
    const ofPhotos = [library, ...timeline.months, tempSelection, all.edges[0].node]
    return [
      ...ofPhotos,
      ...(await this.#albums()),
      ...(await this.#longWork()),
      ...(await this.#projects()),
      ...(await this.#payment()),
      ...(await this.#trash()),
      ...(await this.#orders()),
      ...(await this.#customer()),
      ...(await this.#signIns()),
    ]
  }

  async refetch(id: string, token?: string) {
    return ask(this.#gateway.app, `query ($id: ID!) { node(id: $id) { ${everyField} } }`, { token, variables: { id } })
  }

  async #albums(): Promise<Found[]> {
    const { data, errors } = await this.#gateway.ask(findAlbums)
    expect(errors).toEqual([])
    const { sharedAlbum, ...album } = data.viewer.library.albums.edges[0].node
    return [album, sharedAlbum]
  }

  async #projects(): Promise<Found[]> {
    const { data, errors } = await this.#gateway.ask(findProjects)
    expect(errors).toEqual([])
    return data.viewer.projects.edges.map(({ node }: { node: Found }) => node)
  }

  async #payment(): Promise<Found[]> {
    const { data, errors } = await this.#gateway.ask(findPayment)
    expect(errors).toEqual([])
    const { paymentMethods } = data.viewer
    return paymentMethods ? [paymentMethods.stored] : []
  }

  async #trash(): Promise<Found[]> {
    const { data, errors } = await this.#gateway.ask(findTrash)
    expect(errors).toEqual([])
    return data.viewer.library.trash?.edges.map(({ node }: { node: Found }) => node) ?? []
  }

  async #orders(): Promise<Found[]> {
    const { data, errors } = await this.#gateway.ask(findOrders)
    expect(errors).toEqual([])
    const { each, parcels, used, ...order } = data.viewer.orders.edges[0].node
    const [invoice] = data.viewer.invoices.edges
    return [order, each[0], ...(parcels ?? []), used[0], invoice.node]
  }

  async #customer(): Promise<Found[]> {
    const { data, errors } = await this.#gateway.ask(findCustomer)
    expect(errors).toEqual([])
    const { account, all, ...customer } = data.viewer.customer
    // A service that answers only the calls of the specification has no file with all data.
    const { dataFile } = data.viewer
    return [customer, account, all.edges[0].node, ...(dataFile ? [dataFile] : [])]
  }

  async #signIns(): Promise<Found[]> {
    const { data, errors } = await this.#gateway.ask(findSignIns)
    expect(errors).toEqual([])
    const { sessions, passkeys, connectedApps } = data.viewer
    return [...(sessions?.slice(0, 1) ?? []), ...(passkeys ?? []), ...(connectedApps ?? [])]
  }

  async #longWork(): Promise<Found[]> {
    const { data, errors } = await this.#gateway.ask(findLongWork)
    expect(errors).toEqual([])
    const { downloads, latestExport, library } = data.viewer
    const { files, ...whole } = latestExport
    const { import: reported } = library.activation
    return [downloads.edges[0].node, whole, files[0], ...(reported ? [reported] : [])]
  }
}

/** Services that the gateway calls. */
export interface Services {
  /** The types of which these services have no objects. */
  readonly missing: readonly string[]
  /** Whether these services find several photos by their ids with one call. */
  readonly haveLookup: boolean
}

/**
 * Business accounts have no objects of these types. See tests/gateway/orders/widgets.ts and the authorization table.
 */
const typesOfPrivateAccounts = ['Widget', 'WidgetLink', 'GalleryEntry']

/** Defines the tests that every type that is a Node must pass. */
export function describeNodes(gateway: GatewaySetup, services: Services): void {
  const objects = new Objects(gateway)
  let tokenOfBram: string

  beforeAll(async () => {
    // Business accounts may read every other type.
    tokenOfBram = await gateway.upstreams.tokens.issue(bram, businessClaims)
    gateway.token = await gateway.upstreams.tokens.issue(anna, businessClaims)
  })
  beforeEach(() => objects.prepare())

  describe('every type that is a Node', () => {
    test('is tested here', async () => {
      const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
      const types = Object.values(schema.getTypeMap())
        .filter(isObjectType)
        .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
      const tried = new Set((await objects.all()).map(({ __typename }) => __typename))
      expect([...tried, ...services.missing, ...typesOfPrivateAccounts].toSorted()).toEqual(
        types.map(({ name }) => name).toSorted(),
      )
    })

    test('returns the same object when refetched by its id', async () => {
      for (const object of await objects.all()) {
        const { data, errors } = await objects.refetch(object.id, gateway.token)
        expect(errors).toEqual([])
        expect(data.node).toEqual(object)
      }
    })

    test('is null without an error for another customer and for anonymous callers', async () => {
      for (const object of await objects.all()) {
        for (const token of [tokenOfBram, undefined]) {
          const { data, errors } = await objects.refetch(object.id, token)
          expect([object.__typename, data, errors]).toEqual([object.__typename, { node: null }, []])
        }
      }
    })

    test('is null when a letter of its id is changed', async () => {
      for (const { id } of await objects.all()) {
        for (let place = 0; place < id.length; place += 5) {
          const altered = id.slice(0, place) + (id[place] === 'Q' ? 'R' : 'Q') + id.slice(place + 1)
          const { data, errors } = await objects.refetch(altered, gateway.token)
          // If the changed letter encodes a part of a year, the new id is that of another month, which has no photos.
          const shown = data.node?.photosCount === 0 ? null : data.node
          expect([altered, shown, errors]).toEqual([altered, null, []])
        }
      }
    })
  })

  describe('node', () => {
    test.each([
      '',
      'nonsense',
      encode('Photo'),
      encode('Photo:'),
      encode('Photo:1'),
      encode('Album:../users'),
      encode(`Albums:${imageIdOf(1)}`),
      encode(`Photo:${imageIdOf(77)}`),
      encode(`Photo:${imageIdOf(1)}/../x`),
      encode(`constructor:${imageIdOf(1)}`),
      `${encode(`Photo:${imageIdOf(1)}`)}=`,
      encode(`TimelineMonth:${anna}:2024-13:dateTaken:desc`),
      encode(`TimelineMonth:${anna}:0-5:dateTaken:desc`),
      encode(`TimelineMonth:${anna}:02024-5:dateTaken:desc`),
      encode(`TimelineMonth:${anna}:2024-5:size:desc`),
    ])('is null for a text that is not the id of an object: %s', async (id) => {
      const { data, errors } = await objects.refetch(id, gateway.token)
      expect([data, errors]).toEqual([{ node: null }, []])
    })

    test.each(['Album', 'SharedAlbum', 'Download', 'Export', 'Project', 'Invoice', 'Photos'])(
      'is null for an id with the key of a photo and the type %s',
      async (type) => {
        const { data, errors } = await objects.refetch(gateway.globalId(type, imageIdOf(1)), gateway.token)
        expect([data, errors]).toEqual([{ node: null }, []])
      },
    )

    test('returns a month in the sort order of the timeline that returned the id of the month', async () => {
      const document = '{ viewer { library { timeline(sortOrder: ASC) { months { id } } } } }'
      const { data } = await gateway.ask(document)
      const again = await objects.refetch(data.viewer.library.timeline.months[0].id, gateway.token)
      const names = again.data.node.photos.edges.map((edge: { node: { fileName: string } }) => edge.node.fileName)
      expect(names).toEqual(['IMG_1.jpg', 'IMG_2.jpg'])
    })
  })

  describe('nodes', () => {
    test('returns objects of all types in the order of the ids, with null for missing ones', async () => {
      const found = (await objects.all()).toReversed()
      const ids = found.flatMap(({ id }) => [id, 'nonsense', id])
      const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ${everyField} } }`
      const { data, errors } = await gateway.ask(query, { ids })
      expect(errors).toEqual([])
      expect(data.nodes).toEqual(found.flatMap((object) => [object, null, object]))
    })

    const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'

    test('fetches all photos with one call, in order, with null for missing ones', async () => {
      const ids = [gateway.photo(2), gateway.photo(9), 'nonsense', gateway.photo(1), gateway.photo(2)]
      const { data, errors } = await gateway.ask(document, { ids })
      expect(errors).toEqual([])
      expect(data.nodes).toEqual([
        { id: gateway.photo(2) },
        null,
        null,
        { id: gateway.photo(1) },
        { id: gateway.photo(2) },
      ])
      if (services.haveLookup) expect(gateway.upstreams.pathsOf('photos')).toEqual(['/photos/lookup'])
    })

    test('accepts at most 100 ids', async () => {
      const hundred = Array.from({ length: 100 }, (_, index) => gateway.photo(index))
      const { data } = await gateway.ask(document, { ids: hundred })
      expect(data.nodes).toHaveLength(100)
      if (services.haveLookup) expect(gateway.upstreams.pathsOf('photos')).toHaveLength(1)
      const { errors } = await gateway.ask(document, { ids: [...hundred, gateway.photo(100)] })
      expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
    })
  })
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}
