import { buildSchema, isObjectType } from 'graphql'
import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Album } from '../support/albumStore.ts'
import { type GatewaySetup, setUpGateway } from '../support/gatewaySetup.ts'
import { buildAddress } from '../support/customers.ts'
import { globalId } from '../support/globalIds.ts'
import { ask } from '../support/gateway.ts'
import { buildInvoice } from '../support/invoices.ts'
import { buildArchive, buildImport, buildImportedAlbum } from '../support/longWork.ts'
import { buildPhoto, buildTrashed } from '../support/photoLibrary.ts'
import { buildProject } from '../support/savedProjects.ts'
import { setUpPlainServices } from '../support/plainSetup.ts'
import { buildOrder } from '../support/purchases.ts'
import { anna, bram } from '../support/tokens.ts'
import type { Upstreams } from '../support/upstream.ts'
import { buildWidget } from '../support/widgets.ts'
import { type ConnectionCase, claimsFor, describeConnection } from './connectionSuite.ts'

/** For each customer, the number of the album that holds the customer's photos. */
const albumNumbers: Record<string, number> = { [anna]: 1, [bram]: 2 }
const stranger = '018f3c1a-0000-7000-8000-00000000000c'

/** Photos with higher numbers were taken later. All are from May 2024. */
function photo(number: number) {
  const seconds = String(number % 60).padStart(2, '0')
  const minutes = String(Math.floor(number / 60)).padStart(2, '0')
  return buildPhoto(number, `2024-05-10T10:${minutes}:${seconds}`)
}

function fillLibrary(upstreams: Upstreams, accountId: string, numbers: readonly number[]): void {
  upstreams.library(accountId).photos = numbers.map(photo)
}

/** Creates a shared album with all the photos. */
function fillAlbum(upstreams: Upstreams, ownerId: string, numbers: readonly number[]): void {
  fillLibrary(upstreams, ownerId, numbers)
  upstreams.albums.albums = upstreams.albums.albums.filter((album) => album.ownerId !== ownerId)
  const photoIds = numbers.map((number) => photo(number).imageId)
  upstreams.albums.put(albumNumbers[ownerId] ?? 0, { ownerId, participants: [stranger], photoIds })
}

/** Fills a customer's list of albums. */
function fillAlbums(membersOf: (accountId: string) => Pick<Album, 'ownerId' | 'participants'>) {
  return ({ albums: store }: Upstreams, accountId: string, numbers: readonly number[]): void => {
    const { ownerId, participants } = membersOf(accountId)
    store.albums = store.albums.filter((album) => ![album.ownerId, ...album.participants].includes(accountId))
    for (const number of numbers) store.put(number, { ownerId, participants, name: `IMG_${number}.jpg` })
  }
}

/** Fills the albums or failures of a customer's import. Each customer's import has a different id. */
function fillImport(what: 'importedAlbums' | 'importFailures') {
  return (upstreams: Upstreams, accountId: string, numbers: readonly number[]): void => {
    const work = upstreams.work(accountId)
    work.activation = { status: 'ACTIVE', import: buildImport(albumNumbers[accountId] ?? 0) }
    const newestFirst = numbers.toSorted((one, other) => other - one)
    if (what === 'importedAlbums') work.importedAlbums = newestFirst.map(buildImportedAlbum)
    else work.importFailures = newestFirst.map((number) => ({ ...failure, fileName: `IMG_${number}.jpg` }))
  }
}

const failure = { albumName: null, reason: 'DAMAGED_FILE' }

interface AddressPage {
  /** Undefined if the document does not select the edges. */
  readonly edges?: readonly { readonly node: { readonly postal?: { readonly name: string } } }[]
}

/** Moves the name of each address to its node, where the suite reads names. */
function namedByAddress(page: AddressPage | null) {
  return page && { ...page, edges: page.edges?.map((edge) => ({ ...edge, node: { name: edge.node.postal?.name } })) }
}

function albumId(accountId: string): string {
  return `018f3c1a-3333-7000-8000-00000000000${albumNumbers[accountId]}`
}

const ofPhotos = { field: 'photos', path: '/photos/photos', furtherCalls: 0, fill: fillLibrary } as const

const ofImports = {
  document: '{ viewer { library { activation { import { CONNECTION } } } } }',
  variablesOf: () => ({}),
  defaultFirst: 50,
  furtherCalls: 1,
  order: 'none',
} as const

const cases: Record<string, ConnectionCase> = {
  'PhotoLibrary.photos': {
    ...ofPhotos,
    name: 'PhotoLibrary.photos',
    document: '{ viewer { library { CONNECTION } } }',
    read: (data) => data.viewer?.library.photos ?? null,
    variablesOf: () => ({}),
    defaultFirst: 500,
    order: 'arguments',
  },
  'TimelineMonth.photos': {
    ...ofPhotos,
    name: 'TimelineMonth.photos',
    document: 'query ($id: ID!) { node(id: $id) { ... on TimelineMonth { CONNECTION } } }',
    read: (data) => data.node?.photos ?? null,
    variablesOf: (accountId) => ({ id: globalId('TimelineMonth', `${accountId}:2024-5:dateTaken:desc`) }),
    defaultFirst: 24,
    order: 'arguments',
  },
  'TempSelection.photos': {
    ...ofPhotos,
    name: 'TempSelection.photos',
    document: 'query ($id: String!) { viewer { library { tempSelection(id: $id) { CONNECTION } } } }',
    read: (data) => data.viewer?.library.tempSelection?.photos ?? null,
    variablesOf: (accountId, gateway) => ({ id: gateway.idOf(`newest-${accountId}`) }),
    defaultFirst: 500,
    furtherCalls: 1,
    order: 'fixed',
  },
  'Album.photos': {
    name: 'Album.photos',
    document: 'query ($id: ID!) { node(id: $id) { ... on Album { CONNECTION } } }',
    field: 'photos',
    read: (data) => data.node?.photos ?? null,
    fill: fillAlbum,
    path: `/photos/albums/018f3c1a-3333-7000-8000-000000000001/photos`,
    variablesOf: (accountId, gateway) => ({ id: gateway.globalId('Album', albumId(accountId)) }),
    defaultFirst: 500,
    furtherCalls: 1,
    order: 'arguments',
  },
  'SharedAlbum.photos': {
    name: 'SharedAlbum.photos',
    document: 'query ($id: ID!) { node(id: $id) { ... on SharedAlbum { CONNECTION } } }',
    field: 'photos',
    read: (data) => data.node?.photos ?? null,
    fill: fillAlbum,
    path: `/photos/shared-albums/018f3c1a-3333-7000-8000-000000000001/photos`,
    variablesOf: (accountId, gateway) => ({ id: gateway.globalId('SharedAlbum', albumId(accountId)) }),
    defaultFirst: 500,
    furtherCalls: 1,
    order: 'arguments',
  },
  'PhotoLibrary.albums': {
    name: 'PhotoLibrary.albums',
    document: '{ viewer { library { CONNECTION } } }',
    field: 'albums',
    read: (data) => data.viewer?.library.albums ?? null,
    fill: fillAlbums((accountId) => ({ ownerId: accountId, participants: [] })),
    path: '/photos/albums',
    variablesOf: () => ({}),
    defaultFirst: 50,
    furtherCalls: 0,
    order: 'none',
  },
  'PhotoLibrary.sharedAlbums': {
    name: 'PhotoLibrary.sharedAlbums',
    document: '{ viewer { library { CONNECTION } } }',
    field: 'sharedAlbums',
    read: (data) => data.viewer?.library.sharedAlbums ?? null,
    fill: fillAlbums((accountId) => ({ ownerId: stranger, participants: [accountId] })),
    path: '/photos/shared-albums',
    variablesOf: () => ({}),
    defaultFirst: 50,
    furtherCalls: 0,
    order: 'none',
  },
  'PhotoLibrary.trash': {
    name: 'PhotoLibrary.trash',
    document: '{ viewer { library { CONNECTION } } }',
    field: 'trash',
    read: (data) => data.viewer?.library.trash ?? null,
    fill: (upstreams, accountId, numbers) => {
      const lastDeletedFirst = numbers.toSorted((one, other) => other - one)
      upstreams.library(accountId).trash = lastDeletedFirst.map(buildTrashed)
    },
    path: '/photos/photos/trash',
    variablesOf: () => ({}),
    defaultFirst: 100,
    furtherCalls: 0,
    order: 'none',
  },
  'Viewer.downloads': {
    name: 'Viewer.downloads',
    document: '{ viewer { CONNECTION } }',
    field: 'downloads',
    read: (data) => data.viewer?.downloads ?? null,
    fill: (upstreams, accountId, numbers) => {
      const newestFirst = numbers.toSorted((one, other) => other - one)
      upstreams.work(accountId).archives = newestFirst.map((number) => buildArchive(number))
    },
    service: 'downloads',
    path: '/downloads/downloads',
    variablesOf: () => ({}),
    defaultFirst: 50,
    furtherCalls: 0,
    order: 'none',
  },
  'Viewer.orders': {
    name: 'Viewer.orders',
    document: '{ viewer { CONNECTION } }',
    field: 'orders',
    read: (data) => data.viewer?.orders ?? null,
    fill: (upstreams, accountId, numbers) => {
      const newestFirst = numbers.toSorted((one, other) => other - one)
      upstreams.purchases(accountId).orders = newestFirst.map((number) => buildOrder(number))
    },
    service: 'orders',
    path: '/orders/v2/superorders/me',
    variablesOf: () => ({}),
    defaultFirst: 20,
    furtherCalls: 0,
    order: 'none',
  },
  'Viewer.invoices': {
    name: 'Viewer.invoices',
    document: '{ viewer { CONNECTION } }',
    field: 'invoices',
    read: (data) => data.viewer?.invoices ?? null,
    fill: (upstreams, accountId, numbers) => {
      const newestFirst = numbers.toSorted((one, other) => other - one)
      upstreams.purchases(accountId).invoices = newestFirst.map((number) => buildInvoice(number))
    },
    service: 'invoices',
    path: '/invoices/api/v1/HistoricalInvoice/me',
    variablesOf: () => ({}),
    defaultFirst: 20,
    furtherCalls: 0,
    order: 'none',
  },
  'Viewer.widgets': {
    name: 'Viewer.widgets',
    document: '{ viewer { CONNECTION } }',
    field: 'widgets',
    read: (data) => data.viewer?.widgets ?? null,
    fill: (upstreams, accountId, numbers) => {
      const newestFirst = numbers.toSorted((one, other) => other - one)
      upstreams.widgets(accountId).widgets = newestFirst.map((number) =>
        buildWidget(number, { title: `IMG_${number}.jpg` }),
      )
    },
    service: 'widgets',
    isPrivate: true,
    path: '/widgets/v1/widgets',
    variablesOf: () => ({}),
    defaultFirst: 20,
    furtherCalls: 0,
    order: 'none',
  },
  'Customer.addresses': {
    name: 'Customer.addresses',
    document: '{ viewer { customer { CONNECTION } } }',
    field: 'addresses',
    read: (data) => namedByAddress(data.viewer?.customer?.addresses ?? null),
    fill: (upstreams, accountId, numbers) => {
      const newestFirst = numbers.toSorted((one, other) => other - one)
      upstreams.customer(accountId).addresses = newestFirst.map((number) => buildAddress(number))
    },
    service: 'customers',
    path: '/customers/customers/me/addresses',
    variablesOf: () => ({}),
    defaultFirst: 50,
    // A further call reads the profile.
    furtherCalls: 1,
    order: 'none',
  },
  'Viewer.projects': {
    name: 'Viewer.projects',
    document: '{ viewer { CONNECTION } }',
    field: 'projects',
    read: (data) => data.viewer?.projects ?? null,
    fill: (upstreams, accountId, numbers) => {
      const lastChangedFirst = numbers.toSorted((one, other) => other - one)
      upstreams.projects(accountId).saved = lastChangedFirst.map((number) => buildProject(number))
    },
    service: 'projects',
    path: '/projects/api/v2/projects',
    variablesOf: () => ({}),
    defaultFirst: 10,
    furtherCalls: 0,
    order: 'none',
  },
  'LibraryImport.albums': {
    ...ofImports,
    name: 'LibraryImport.albums',
    field: 'albums',
    read: (data) => data.viewer?.library.activation.import.albums ?? null,
    fill: fillImport('importedAlbums'),
    path: '/photos/users/activate/albums',
  },
  'LibraryImport.failures': {
    ...ofImports,
    name: 'LibraryImport.failures',
    field: 'failures',
    read: (data) => data.viewer?.library.activation.import.failures ?? null,
    fill: fillImport('importFailures'),
    path: '/photos/users/activate/failures',
  },
}

test('every connection of the schema is tested here', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
  const connections = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => String(field.type).replace('!', '').endsWith('Connection'))
        .map((field) => `${type.name}.${field.name}`),
    )
  // The pages of a book belong to its link, not to an account. They are tested in tests/gateway/widgetPages.test.ts.
  expect([...Object.keys(cases), 'Book.pages'].toSorted()).toEqual(connections.toSorted())
})

/** Settings without rate limits, because these tests send many operations per second. */
const unlimited = { VIEWER_OPERATION_BURST: '100000', ADDRESS_OPERATION_BURST: '100000' }

describe('connections of our own services', () => {
  const gateway = setUpGateway(unlimited)
  describeConnections(Object.values(cases), gateway)
})

describe('connections of services that answer only the calls of the specification', () => {
  const gateway = setUpPlainServices()
  // These services report no imports, and have no trash. They do not list books, so the gateway finds books through
  // orders.
  const plainCases = Object.values(cases).filter(
    ({ name, field }) => !name.startsWith('LibraryImport.') && field !== 'trash' && field !== 'widgets',
  )
  // Each connection gets a new gateway, which has not cached the pages of other connections.
  describeConnections(plainCases, gateway, () => beforeAll(() => gateway.renew(unlimited)))
})

function describeConnections(tested: readonly ConnectionCase[], gateway: GatewaySetup, setUp = () => {}): void {
  beforeEach(() => {
    gateway.upstreams.albums.albums = []
  })

  for (const connection of tested)
    describe(connection.name, () => {
      setUp()
      describeConnection(connection, gateway)
    })

  test('no connection accepts a cursor of another connection', async () => {
    for (const one of tested) {
      for (const other of tested) {
        const { cursor } = await firstTwo(one, '(first: 1)', gateway)
        const { codes } = await firstTwo(other, `(after: "${cursor ?? ''}")`, gateway)
        expect([one.name, other.name, codes]).toEqual([one.name, other.name, one === other ? [] : ['BAD_USER_INPUT']])
      }
    }
  })
}

/** Fetches a page of a list with two items. */
async function firstTwo(connection: ConnectionCase, args: string, gateway: GatewaySetup) {
  gateway.upstreams.albums.albums = []
  connection.fill(gateway.upstreams, anna, [1, 2])
  const query = connection.document.replace('CONNECTION', `${connection.field}${args} { pageInfo { endCursor } }`)
  const token = await gateway.upstreams.tokens.issue(anna, claimsFor(connection))
  const { data, errors } = await ask(gateway.app, query, { token, variables: connection.variablesOf(anna, gateway) })
  const cursor: string | undefined = connection.read(data)?.pageInfo.endCursor
  return { cursor, codes: errors.map(({ extensions }) => extensions['code']) }
}
