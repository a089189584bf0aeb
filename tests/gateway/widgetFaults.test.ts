import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId } from '../support/globalIds.ts'
import { buildLine, buildOrder, orderCodeOf } from '../support/purchases.ts'
import { anna } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'
import { fakeBookToken } from '../support/upstreamWidgets.ts'
import { buildEntry, buildLink, buildWidget, widgetCodeOf } from '../support/widgets.ts'

const gateway = setUpGateway()
/** A gateway with short timeouts. */
let shortTimeoutApp: FastifyInstance
const code = orderCodeOf(1)
const at = `/widgets/v1/widget/${widgetCodeOf(1)}`
const entryAt = '/widgets/v1/galleryentries/'
const ids = {
  widget: globalId('Widget', widgetCodeOf(1)),
  entry: globalId('GalleryEntry', JSON.stringify([widgetCodeOf(1), 'k'])),
}

beforeAll(async () => {
  shortTimeoutApp = await gateway.startWithShortTimeouts()
})
beforeEach(async () => {
  gateway.upstreams.documents.clear()
  gateway.upstreams.clearPurchases()
  gateway.upstreams.clearWidgets()
  const products = [buildLine(1, 1, { articleName: 'PhotoBook' })]
  gateway.upstreams.purchases(anna).orders = [buildOrder(1, { products })]
  const books = { widgets: [buildWidget(1)], links: [buildLink()], entries: [buildEntry(1)] }
  Object.assign(gateway.upstreams.widgets(anna), books)
  // Successful calls keep the circuit breakers closed in spite of the failures in consecutive tests.
  for (const app of [shortTimeoutApp, gateway.app]) await ask(app, page, { token: gateway.token })
  gateway.upstreams.heal()
})

const page = `{ viewer { widgets { totalCount } widget(productCode: "${widgetCodeOf(1)}") { title links { state } }
  orders { edges { node { code isBlocked lines { code widget { title } } } } } } book(token: "${fakeBookToken}") { title } }`

const faults: [string, Fault, string][] = [
  ['is slow', { kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
  ['resets the connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  ['responds with 503', { kind: 'status', status: 503 }, 'UPSTREAM_UNAVAILABLE'],
  ['sends invalid JSON', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['sends an unexpected shape', { kind: 'body', text: '{"widgets":[{}],"title":1}' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['limits the rate', { kind: 'status', status: 429, retryAfter: '7' }, 'RATE_LIMITED'],
]

describe.each(faults)('when the widgets service %s', (_what, fault, failure) => {
  test('orders are shown, and each field of online books is null with a coded error', async () => {
    gateway.upstreams.fail('/widgets/v1', fault)
    const app = failure === 'UPSTREAM_TIMEOUT' ? shortTimeoutApp : gateway.app
    const { data, errors } = await ask(app, page, { token: gateway.token })
    const node = { code, isBlocked: null, lines: [{ code: widgetCodeOf(1), widget: null }] }
    expect(data).toEqual({ viewer: { widgets: null, widget: null, orders: { edges: [{ node }] } }, book: null })
    expect(new Map(errors.map(({ path, extensions }) => [path?.join('.'), extensions['code']]))).toEqual(
      new Map([
        ['viewer.widgets', failure],
        ['viewer.widget', failure],
        ['viewer.orders.edges.0.node.isBlocked', failure],
        ['viewer.orders.edges.0.node.lines.0.widget', failure],
        ['book', failure],
      ]),
    )
  })
})

test('an unknown state of a book or a link is an invalid response', async () => {
  const books = { widgets: [buildWidget(1)], links: [buildLink()] }
  Object.assign(gateway.upstreams.widgets(anna), books)
  const odd = JSON.stringify({ ...buildWidget(1), state: 'odd' })
  gateway.upstreams.fail(at, { kind: 'body', text: odd })
  const query = `{ viewer { widget(productCode: "${widgetCodeOf(1)}") { state } } }`
  const { data, errors } = await ask(gateway.app, query, { token: gateway.token })
  expect([data.viewer, errors[0]?.extensions['code']]).toEqual([{ widget: null }, 'UPSTREAM_INVALID_RESPONSE'])
})

test('a book whose URL is a script is refused', async () => {
  gateway.upstreams.fail(at, {
    kind: 'body',
    text: JSON.stringify(buildWidget(1, { ownerUrl: 'javascript:alert(1)' })),
  })
  const query = `{ viewer { widget(productCode: "${widgetCodeOf(1)}") { ownerUrl } } }`
  const { data, errors } = await ask(gateway.app, query, { token: gateway.token })
  expect([data.viewer, errors[0]?.extensions['code']]).toEqual([{ widget: null }, 'UPSTREAM_INVALID_RESPONSE'])
})

const mail = 'widgetId: $widget, senderName: "Anna", message: "Hi\\nyou", channel: "k", locale: "de-DE"'
const texts = 'title: "Norway", description: "North", categoryIds: ["travel"]'
const refusal = '__typename ... on UserError { code }'
const fieldOf = '... on InvalidShareMessage { field }'
const entryField = '... on InvalidGalleryEntry { entryField: field }'

const mutations = {
  createWidget: `createWidget(input: { productCode: "${widgetCodeOf(1)}" }) { ${refusal} }`,
  deleteWidget: `deleteWidget(input: { widgetId: $widget }) { ${refusal} }`,
  shareWidget: `shareWidget(input: { ${mail}, recipientEmail: "ö@example.com" }) { ${refusal} ${fieldOf}
    ... on TooManyMails { retryAt } ... on ShareWidgetSuccess { link { recipientEmail senderName state } widget { title } } }`,
  previewWidgetMail: `previewWidgetMail(input: { ${mail} }) { ${refusal} ${fieldOf}
    ... on PreviewWidgetMailSuccess { subject html text } }`,
  createPublicWidgetLink: `createPublicWidgetLink(input: { widgetId: $widget }) { ${refusal} }`,
  createGalleryEntry: `createGalleryEntry(input: { widgetId: $widget, channel: "k", ${texts} }) { ${refusal} ${entryField}
    ... on GalleryEntryExists { existingEntry { title } } ... on CreateGalleryEntrySuccess { galleryEntry { title } } }`,
  updateGalleryEntry: `updateGalleryEntry(input: { galleryEntryId: $entry, version: "1", ${texts} }) { ${refusal} ${entryField}
    ... on GalleryEntryChanged { currentEntry { title version } }
    ... on UpdateGalleryEntrySuccess { galleryEntry { title version } } }`,
  deleteGalleryEntry: `deleteGalleryEntry(input: { galleryEntryId: $entry }) { ${refusal} }`,
}
type Name = keyof typeof mutations

const variablesOf = (text: string) =>
  [text.includes('$widget') && '$widget: ID!', text.includes('$entry') && '$entry: ID!'].filter(Boolean).join(', ')

/** Makes a mutation. Returns its result, and the codes of errors. */
async function change(name: Name, app = gateway.app) {
  const text = mutations[name]
  const declared = variablesOf(text)
  const query = `mutation ${declared && `(${declared})`} { ${text} }`
  const { data, errors } = await ask(app, query, { token: gateway.token, variables: ids })
  return { result: data?.[name], codes: errors.map(({ extensions }) => extensions['code']) }
}

const blocked = { __typename: 'WidgetBlocked', code: 'WIDGET_BLOCKED' }
const notReady = { __typename: 'WidgetNotReady', code: 'WIDGET_NOT_READY' }
const notFound = { __typename: 'WidgetNotFound', code: 'NOT_FOUND' }
const entryNotFound = { __typename: 'GalleryEntryNotFound', code: 'NOT_FOUND' }
const invalidMessage = (field: string) => ({ __typename: 'InvalidShareMessage', code: 'INVALID_SHARE_MESSAGE', field })
const invalidEntry = (field: string) => ({
  __typename: 'InvalidGalleryEntry',
  code: 'INVALID_GALLERY_ENTRY',
  entryField: field,
})

const refusals: [Name, number, string, object][] = [
  ['createWidget', 404, 'NOT_FOUND', notFound],
  ['createWidget', 409, 'BLOCKED', blocked],
  ['deleteWidget', 404, 'NOT_FOUND', notFound],
  ['shareWidget', 404, 'NOT_FOUND', notFound],
  ['shareWidget', 409, 'BLOCKED', blocked],
  ['shareWidget', 409, 'NOT_READY', notReady],
  ['shareWidget', 422, 'INVALID_EMAIL', { __typename: 'InvalidRecipient', code: 'INVALID_RECIPIENT' }],
  ['shareWidget', 422, 'INVALID_NAME', invalidMessage('SENDER_NAME')],
  ['shareWidget', 422, 'INVALID_MESSAGE', invalidMessage('MESSAGE')],
  ['shareWidget', 409, 'TOO_MANY_RECIPIENTS', { __typename: 'TooManyRecipients', code: 'TOO_MANY_RECIPIENTS' }],
  ['shareWidget', 409, 'EMAIL_UNCONFIRMED', { __typename: 'SenderNotConfirmed', code: 'EMAIL_UNCONFIRMED' }],
  ['shareWidget', 429, 'TOO_MANY_MAILS', { __typename: 'TooManyMails', code: 'TOO_MANY_MAILS', retryAt: null }],
  ['previewWidgetMail', 404, 'NOT_FOUND', notFound],
  ['previewWidgetMail', 409, 'BLOCKED', blocked],
  ['previewWidgetMail', 409, 'NOT_READY', notReady],
  ['previewWidgetMail', 422, 'INVALID_NAME', invalidMessage('SENDER_NAME')],
  ['previewWidgetMail', 422, 'INVALID_MESSAGE', invalidMessage('MESSAGE')],
  ['createPublicWidgetLink', 404, 'NOT_FOUND', notFound],
  ['createPublicWidgetLink', 409, 'BLOCKED', blocked],
  ['createPublicWidgetLink', 409, 'NOT_READY', notReady],
  ['createGalleryEntry', 404, 'NOT_FOUND', notFound],
  ['createGalleryEntry', 409, 'BLOCKED', blocked],
  ['createGalleryEntry', 409, 'NOT_READY', notReady],
  ['createGalleryEntry', 422, 'INVALID_TITLE', invalidEntry('TITLE')],
  ['createGalleryEntry', 422, 'INVALID_DESCRIPTION', invalidEntry('DESCRIPTION')],
  ['createGalleryEntry', 422, 'UNKNOWN_CATEGORY', invalidEntry('CATEGORIES')],
  ['updateGalleryEntry', 404, 'NOT_FOUND', entryNotFound],
  ['updateGalleryEntry', 409, 'BLOCKED', blocked],
  ['updateGalleryEntry', 409, 'NOT_READY', notReady],
  ['updateGalleryEntry', 422, 'INVALID_TITLE', invalidEntry('TITLE')],
  ['updateGalleryEntry', 422, 'INVALID_DESCRIPTION', invalidEntry('DESCRIPTION')],
  ['updateGalleryEntry', 422, 'UNKNOWN_CATEGORY', invalidEntry('CATEGORIES')],
  ['deleteGalleryEntry', 404, 'NOT_FOUND', entryNotFound],
]

const pathOf = (name: Name) => (name.endsWith('Entry') ? entryAt : at)

describe('a refusal of the service', () => {
  test.each(refusals)('of %s with %i %s is an arm of the result', async (name, status, problem, result) => {
    gateway.upstreams.fail(pathOf(name), { kind: 'status', status, code: problem })
    expect(await change(name)).toEqual({ result, codes: [] })
  })

  test('because of too many mails says when the next one can be sent', async () => {
    gateway.upstreams.fail(at, { kind: 'status', status: 429, code: 'TOO_MANY_MAILS', retryAfter: '3600' })
    const { retryAt } = (await change('shareWidget')).result
    const wait = Date.parse(retryAt) - Date.now()
    expect([wait > 3_500_000, wait <= 3_600_000]).toEqual([true, true])
  })

  test('because the entry exists already shows that entry', async () => {
    gateway.upstreams.fail(entryAt, { kind: 'status', status: 409, code: 'ENTRY_EXISTS' }, 1)
    const existingEntry = { title: 'Our holiday' }
    const result = { __typename: 'GalleryEntryExists', code: 'GALLERY_ENTRY_EXISTS', existingEntry }
    expect(await change('createGalleryEntry')).toEqual({ result, codes: [] })
  })

  test('because the entry has changed shows the present entry', async () => {
    Object.assign(gateway.upstreams.widgets(anna), { entries: [buildEntry(1, { version: 2, title: 'Newer' })] })
    const currentEntry = { title: 'Newer', version: '2' }
    const result = { __typename: 'GalleryEntryChanged', code: 'GALLERY_ENTRY_CHANGED', currentEntry }
    expect(await change('updateGalleryEntry')).toEqual({ result, codes: [] })
  })

  test.each<[Name, number, string, string]>([
    ['shareWidget', 422, 'UNKNOWN_VENDOR', 'BAD_USER_INPUT'],
    ['createGalleryEntry', 422, 'UNKNOWN_CHANNEL', 'BAD_USER_INPUT'],
    ['createWidget', 409, 'NOT_READY', 'UPSTREAM_INVALID_RESPONSE'],
    ['shareWidget', 403, 'PRIVATE_ONLY', 'FORBIDDEN'],
    ['shareWidget', 429, 'FAULT', 'RATE_LIMITED'],
  ])('of %s with %i %s is a coded error', async (name, status, problem, failure) => {
    gateway.upstreams.fail(pathOf(name), { kind: 'status', status, code: problem })
    expect((await change(name)).codes).toEqual([failure])
  })
})

describe('a mail', () => {
  test('is requested with the e-mail address in base64 and with its language, and returns its link', async () => {
    const { result, codes } = await change('shareWidget')
    const link = { recipientEmail: 'ö@example.com', senderName: 'Anna', state: 'SENDING' }
    expect([result, codes]).toEqual([{ __typename: 'ShareWidgetSuccess', link, widget: { title: 'Book 1' } }, []])
    const [call] = gateway.upstreams.calls.filter(({ path }) => path === `${at}/share`)
    expect(call?.body).toEqual({
      vendorId: 'k',
      fromName: 'Anna',
      personalMessage: 'Hi\nyou',
      toEmailAddress: Buffer.from('ö@example.com').toString('base64'),
    })
    expect(call?.headers['accept-language']).toBe('de-DE')
  })

  test('can be previewed without being sent', async () => {
    const { result } = await change('previewWidgetMail')
    expect(result).toMatchObject({ subject: 'Anna shares a book', text: 'Hi\nyou', html: '<p>Hi\nyou</p>' })
    expect(gateway.upstreams.pathsOf('widgets').filter((path) => path.endsWith('/share'))).toEqual([])
  })

  test('is not sent again when the answer is lost', async () => {
    gateway.upstreams.fail(`${at}/share`, { kind: 'reset' })
    expect((await change('shareWidget')).codes).toEqual(['UPSTREAM_UNAVAILABLE'])
    expect(gateway.upstreams.pathsOf('widgets').filter((path) => path.endsWith('/share')).length).toBe(1)
  })
})

test.each(['createGalleryEntry', 'updateGalleryEntry'] as const)(
  'a lost answer of %s counts as success if the entry has the texts, and as a failure if not',
  async (name) => {
    gateway.upstreams.fail(entryAt, { kind: 'body', text: '' }, 1)
    expect((await change(name)).codes).toEqual(['UPSTREAM_INVALID_RESPONSE'])
    const entry = buildEntry(1, { title: ' Norway', description: 'North', version: 2 })
    Object.assign(gateway.upstreams.widgets(anna), { entries: [entry] })
    gateway.upstreams.fail(entryAt, { kind: 'body', text: '' }, 1)
    expect((await change(name)).result).toMatchObject({ galleryEntry: { title: ' Norway' } })
  },
)

describe('a service that has only the calls of the specification', () => {
  beforeEach(() => {
    gateway.upstreams.documents.set('widgets', { paths: {} })
  })

  test('is asked for the books of the orders, and lists no links', async () => {
    const app = await gateway.start()
    const query = `{ viewer { widgets { totalCount edges { node { title links { id } galleryEntry(channel: "k") { title } } } } } }`
    const { data, errors } = await ask(app, query, { token: gateway.token })
    const node = { title: 'Book 1', links: null, galleryEntry: { title: 'Our holiday' } }
    expect([data.viewer.widgets, errors]).toEqual([{ totalCount: 1, edges: [{ node }] }, []])
    expect(gateway.upstreams.pathsOf('widgets')).toEqual([
      `/v1/widget/all?orderCodes=${code}`,
      `/v1/galleryentries/${widgetCodeOf(1)}?channel=k`,
    ])
  })
})
