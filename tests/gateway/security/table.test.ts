import { globSync, readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claims } from '../../../gateway/tokens.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { globalId, photoId } from '../../support/globalIds.ts'
import { buildPhoto, buildTrashed, imageIdOf } from '../../support/photoLibrary.ts'
import { connect, listen } from '../../support/socketClient.ts'
import { anna, bram } from '../../support/tokens.ts'
import { accountOf, accountOperations, fillAccount, untouchedAccount } from './accountRows.ts'
import { callers, cees, type TableCaller } from './callers.ts'
import { wrongCredentials } from './credentials.ts'
import { libraryOperations } from './libraryRows.ts'
import { catalogueIds, catalogueOperations, fillCatalogue, projectsOf, untouchedProjects } from './catalogueRows.ts'
import { customerIds, customerOf, customerOperations, fillCustomers, untouchedCustomer } from './customerRows.ts'
import { fillInvoices, invoiceIds } from './invoiceRows.ts'
import { fillLongWork, longWorkIds, longWorkOf, longWorkOperations, untouchedLongWork } from './longWorkRows.ts'
import { newsletterOperations } from './newsletterRows.ts'
import type { Operation } from './operation.ts'
import { fillPayments, paymentIds, paymentOperations, paymentsOf, untouchedPayments } from './paymentRows.ts'
import { fillPurchases, purchaseIds, purchaseOperations, purchasesOf, untouchedPurchases } from './purchaseRows.ts'
import { queryOperations } from './queryRows.ts'
import { fillSignIns, signInIds, signInOperations, signInsOf, untouchedSignIns } from './signInRows.ts'
import { type Outcome, transports } from './transports.ts'
import { fillWidgets, untouchedWidgets, widgetIds, widgetOperations, widgetsOf } from './widgetRows.ts'

/* Tests every transport, operation and kind of credentials. All operations request Anna's data with valid ids. */

const gateway = setUpGateway()
const endpoint = () => `${gateway.url}/graphql`
/** The ids of Anna's objects: her library, a month, a photo, a selection, an album, an album that she shares. */
let ids: Record<'library' | 'month' | 'photo' | 'selection' | 'selected' | 'album' | 'shared' | 'trashed', string> &
  typeof longWorkIds &
  typeof purchaseIds &
  typeof catalogueIds &
  typeof invoiceIds &
  typeof paymentIds &
  typeof customerIds &
  typeof signInIds &
  typeof widgetIds

/** The callers' tokens: signing one for each test would take longer than the test. */
const tokens = new Map<string, string>()

beforeAll(async () => {
  for (const [who, caller] of Object.entries(callers))
    if (caller.issue) tokens.set(who, await caller.issue(gateway.upstreams.tokens))
})

beforeEach(async () => {
  gateway.upstreams.library(anna).photos = [buildPhoto(1, '2024-05-01T10:00:00'), buildPhoto(2, '2024-05-02T10:00:00')]
  gateway.upstreams.library(anna).trash = [buildTrashed(5)]
  gateway.upstreams.library(bram).photos = [buildPhoto(9, '2023-01-01T10:00:00')]
  const query = '{ viewer { library { id photos { edges { node { id } } } timeline { months { id } } } } }'
  const { data } = await gateway.ask(query)
  const { id, photos, timeline } = data.viewer.library
  const selected = gateway.upstreams.library(anna).select([imageIdOf(2)]).id ?? ''
  const selection = globalId('TempSelection', selected)
  const { albums } = gateway.upstreams
  albums.albums = []
  const photoIds = [imageIdOf(1), imageIdOf(2)]
  const album = globalId('Album', albums.put(1, { ownerId: anna, photoIds }).albumId)
  const shared = globalId('SharedAlbum', albums.put(2, { ownerId: anna, photoIds, participants: [cees] }).albumId)
  const [month, photo] = [timeline.months[0].id, photos.edges[0].node.id]
  const trashed = globalId('TrashedPhoto', imageIdOf(5))
  const ofPhotos = { library: id, trashed, month, photo, selection, selected, album, shared }
  const ofOrders = { ...purchaseIds, ...catalogueIds, ...invoiceIds, ...paymentIds }
  ids = { ...ofPhotos, ...longWorkIds, ...ofOrders, ...customerIds, ...signInIds, ...widgetIds }
  fillLongWork(gateway.upstreams)
  fillAccount(gateway.upstreams)
  fillPurchases(gateway.upstreams)
  fillInvoices(gateway.upstreams)
  fillCatalogue(gateway.upstreams)
  fillPayments(gateway.upstreams)
  fillCustomers(gateway.upstreams)
  fillSignIns(gateway.upstreams)
  fillWidgets(gateway.upstreams)
  gateway.upstreams.heal()
})

/** The operations, by root field. */
const operations: Record<string, Operation> = {
  ...queryOperations,
  ...libraryOperations,
  ...longWorkOperations,
  ...purchaseOperations,
  ...catalogueOperations,
  ...accountOperations,
  ...newsletterOperations,
  ...paymentOperations,
  ...customerOperations,
  ...signInOperations,
  ...widgetOperations,
}

const wrong = wrongCredentials(() => gateway.upstreams.tokens)

const pairs = transports.flatMap((transport) =>
  Object.entries(operations)
    .filter(([, { kind }]) => transport.carries.includes(kind))
    .map(([name, operation]) => [`${transport.name}, ${name}`, transport, operation] as const),
)

test('the table contains every operation and transport', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const all = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name}.${field}`))
  expect(Object.keys(operations).toSorted()).toEqual(all.toSorted())
  const tried = new Map(pairs.map(([, { name }, { kind }]) => [`${name} ${kind}`, true]))
  const carried = transports.flatMap(({ name, carries }) => carries.map((kind) => `${name} ${kind}`))
  expect([...tried.keys()].toSorted()).toEqual(carried.toSorted())
})

/** The mutations that only business accounts can make. */
const businessMutations = ['changeFtpIntegration', 'testFtpIntegration', 'updateBusinessDetails']

/** The source files whose results can depend on the token. */
const sources = globSync('gateway/{modules,relay,execution,server,upstream}/**/*.ts').filter(
  (file) => !file.endsWith('renewableViewer.ts'),
)

test('only the code of invoices, profiles and online books treats business accounts differently, and the table has their results', () => {
  const reading = sources.filter((file) => /isBusiness|isBlocked|\.blocked/.test(readFileSync(file, 'utf8')))
  const files = [
    ...['BusinessAccount', 'Customer'].map((name) => `gateway/modules/customer/${name}.ts`),
    ...businessMutations.map((name) => `gateway/modules/customer/mutations/${name}.ts`),
    ...['Invoice', 'Order', 'Viewer'].map((name) => `gateway/modules/invoice/${name}.ts`),
    // Names `isBlocked` only in a type: the resolver of this field is in modules/widget.
    'gateway/modules/order/Order.ts',
    'gateway/modules/shared/customerRefusals.ts',
    ...['GalleryEntry', 'Order', 'OrderLine', 'Viewer', 'Widget', 'WidgetLink', 'owner'].map(
      (name) => `gateway/modules/widget/${name}.ts`,
    ),
    'gateway/upstream/widgets/widgetsClient.ts',
    'gateway/upstream/widgets/wire.ts',
  ]
  expect(reading.toSorted()).toEqual(files)
  const withOwnResults = Object.keys(operations).filter((name) => operations[name]?.ownOfBusiness !== undefined)
  const ofBusiness = businessMutations.map((name) => `Mutation.${name}`)
  const ofPrivate = Object.keys(widgetOperations).filter((name) => name.startsWith('Mutation.'))
  const mutations = [...ofBusiness, ...ofPrivate].toSorted()
  expect(withOwnResults.toSorted()).toEqual([...mutations, 'Query.node', 'Query.nodes', 'Query.viewer'])
  expect(Object.keys(claims.shape)).toEqual([
    'sub',
    'email',
    'auth_method',
    'idp_type',
    'idp_sub',
    'sid',
    'scope',
    'exp',
    'iat',
  ])
})

const albumsOfAnna = () =>
  gateway.upstreams.albums.list(anna, 'own').map(({ name, photoIds }) => [name, photoIds.length])
const allAlbums = [
  ['Album 2', 2],
  ['Album 1', 2],
]

/** The state of all of Anna's data, and the calls to services. */
const state = () => [
  gateway.upstreams.library(anna).photos.length,
  gateway.upstreams.library(anna).trash.length,
  albumsOfAnna(),
  longWorkOf(gateway.upstreams),
  purchasesOf(gateway.upstreams),
  customerOf(gateway.upstreams),
  projectsOf(gateway.upstreams),
  signInsOf(gateway.upstreams),
  paymentsOf(gateway.upstreams),
  accountOf(gateway.upstreams),
  widgetsOf(gateway.upstreams),
  ['photos', 'downloads', 'exports', 'customers', 'identity', 'orders', 'vouchers', 'shop']
    .concat('projects', 'products', 'merchandise', 'invoices', 'payments', 'widgets')
    .flatMap((name) => gateway.upstreams.pathsOf(name))
    .filter((path) => path !== '/jwks'),
]
/** Whether a call has the secret of operators or of services. The gateway must never send them to a service. */
const hasSecret = ({ headers }: { headers: object }) => 'x-operator-secret' in headers || 'x-service-secret' in headers
const untouched = [
  2,
  1,
  allAlbums,
  untouchedLongWork,
  untouchedPurchases,
  untouchedCustomer,
  untouchedProjects,
  untouchedSignIns,
  untouchedPayments,
  untouchedAccount,
  untouchedWidgets,
  [],
]

function resultFor(operation: Operation, answeredAs: Exclude<TableCaller['answeredAs'], 'anonymous'>): unknown {
  if (answeredAs === 'ownOfBusiness') return operation.ownOfBusiness ?? operation.own
  if (answeredAs === 'ofBramsBusiness') return operation.ofBramsBusiness ?? operation.ofBram
  return operation[answeredAs]
}

/** The close code of a socket: 4401 without a token, 4403 for a refused token. */
const socketRefusal = (status: 4401 | 4403) => ({ status, challenge: null, data: undefined, codes: [] })

describe.each(pairs)('by %s,', (_pair, transport, operation) => {
  const send = (token: string | undefined, headers?: Readonly<Record<string, string>>): Promise<Outcome> =>
    transport.send(endpoint(), { query: operation.query, variables: { ...ids }, token, headers })
  const isSocket = transport.name === 'WebSocket'

  test.each(Object.entries(callers))('%s gets the result in the table', async (who, { answeredAs, headers }) => {
    const outcome = await send(tokens.get(who), headers)
    const { data, codes } = outcome
    if (answeredAs !== 'anonymous') expect([data, codes]).toEqual([resultFor(operation, answeredAs), []])
    else if (isSocket) expect(outcome).toEqual(socketRefusal(4401))
    else expect({ data, codes }).toEqual(operation.anonymous)
    const calls = isSocket ? [] : (operation.anonymousCalls ?? [])
    if (answeredAs === 'anonymous') expect(state()).toEqual([...untouched.slice(0, -1), calls])
    else if (!answeredAs.startsWith('own')) expect(state().slice(0, -1)).toEqual(untouched.slice(0, -1))
    expect(gateway.upstreams.calls.filter(hasSecret)).toEqual([])
  })

  test.each(Object.keys(wrong))('invalid credentials get nothing: %s', async (kind) => {
    const outcome = await send(await wrong[kind]?.())
    const refusal = {
      status: 401,
      challenge: 'Bearer error="invalid_token"',
      data: undefined,
      codes: ['UNAUTHENTICATED'],
    }
    expect(outcome).toEqual(isSocket ? socketRefusal(4403) : refusal)
    expect(state()).toEqual(untouched)
  })
})

const added = (number: number) =>
  ({ type: 'photo.added', data: { imageId: imageIdOf(number), year: 2024, month: 5 } }) as const

test.each([
  ['mutation', 405],
  ['subscription', 406],
] as const)('a %s by GET is rejected with the status %i', async (kind, status) => {
  const operation = Object.values(operations).find((candidate) => candidate.kind === kind)
  const get = transports.find(({ name }) => name === 'HTTP GET')
  const sent = { query: operation?.query ?? '', variables: { ...ids }, token: gateway.token }
  const outcome = await get?.send(endpoint(), sent)
  expect(outcome).toMatchObject({ status, data: undefined })
  expect(state()).toEqual(untouched)
})

test('only Anna receives events of her library', async () => {
  const [hers, his] = await Promise.all([anna, bram].map((account) => gateway.upstreams.tokens.issue(account)))
  const clients = [hers, his].map((token) => connect(gateway.url, token))
  const query = 'subscription { libraryEvents { addedPhotoIds } }'
  const [ofAnna, ofBram] = clients.map((client) => listen(client, { query }))
  await expect.poll(() => [ofAnna?.events.length, ofBram?.events.length]).toEqual([1, 1])
  gateway.upstreams.events.append(anna, [added(3)])
  gateway.upstreams.events.append(bram, [added(4)])
  await expect.poll(() => [ofAnna?.events.length, ofBram?.events.length]).toEqual([2, 2])
  expect(ofAnna?.events[1]).toEqual({ libraryEvents: { addedPhotoIds: [photoId(3)] } })
  expect(ofBram?.events[1]).toEqual({ libraryEvents: { addedPhotoIds: [photoId(4)] } })
  for (const client of clients) await client.dispose()
})
