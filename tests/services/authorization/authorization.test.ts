import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RegisteredRoute } from '../../support/answerContracts.ts'
import type { Access } from '../../../services/platform/contract.ts'
import { databaseKinds } from '../../support/database.ts'
import { EventReader } from '../../support/eventReader.ts'
import type { Answer } from '../storage/customer.ts'
import { optionsOf, pathOf, type Probe, probesOf } from './probes.ts'
import { type Form, forms, type Role, roles, type Row, type Rows } from './row.ts'
import { accountRows, accountSockets, processRows } from './rows/accountRows.ts'
import { archiveRows, archiveSockets } from './rows/archiveRows.ts'
import { catalogueRows } from './rows/catalogueRows.ts'
import { invoiceRows } from './rows/invoiceRows.ts'
import { mailingRows } from './rows/mailingRows.ts'
import { orderRows, orderSockets } from './rows/orderRows.ts'
import { paymentRows } from './rows/paymentRows.ts'
import { personalDataRows } from './rows/personalDataRows.ts'
import { photosRows, photosSockets } from './rows/photosRows.ts'
import { shopRows, shopSockets } from './rows/shopRows.ts'
import { storageRows } from './rows/storageRows.ts'
import { widgetRows } from './rows/widgetRows.ts'
import { checkScope, scopesOfCalls } from './scopes.ts'
import { type Scene, useStage } from './scenes.ts'

/*
 * Makes every call of every service in every role, for data of the owner. Checks the answer, who sees the owner's data,
 * and whose call changes it.
 */

const rows: Rows = {
  ...photosRows,
  ...storageRows,
  ...archiveRows,
  ...accountRows,
  ...shopRows,
  ...catalogueRows,
  ...orderRows,
  ...invoiceRows,
  ...mailingRows,
  ...paymentRows,
  ...widgetRows,
  ...personalDataRows,
  ...processRows,
}
const sockets = { ...photosSockets, ...archiveSockets, ...accountSockets, ...shopSockets, ...orderSockets }

const cases = Object.entries(rows).flatMap(([route, row]) =>
  // A row that is the same for both forms is tested with the shared album, which more roles can reach.
  'answers' in row ? [{ route, form: 'shared' as const, row }] : forms.map((form) => ({ route, form, row: row[form] })),
)

describe.each(databaseKinds)('access to every call of every service, on %s', (kind) => {
  const stage = useStage(kind)
  /** Scenes that no call should have changed. */
  const unchanged: Partial<Record<Form, UsedScene>> = {}

  /** Takes a scene out of `unchanged`, or creates one. A test that does not change the scene puts it back. */
  async function takeScene(form: Form): Promise<UsedScene> {
    const known = unchanged[form]
    delete unchanged[form]
    if (known) return known
    const scene = await stage.newScene(form)
    return { scene, state: await scene.state(), unchecked: [] }
  }

  test('the table has a row for every route', () => {
    const registered = stage.routes
      .filter(({ method, url }) => method !== 'HEAD' || url === '/storage/files/:id')
      .map(
        ({ method, url }) =>
          `${method} ${url.replace(/^\/identity\/assets\/[\w-]{12}\/.+/, '/identity/assets/:version/:file')}`,
      )
    expect([...new Set(registered)].toSorted()).toEqual([...Object.keys(rows), ...Object.keys(sockets)].toSorted())
  })

  test.each(cases)(
    '$route answers each role, and shows and changes data, as its row says (album: $form)',
    async ({ route, form, row }) => {
      const taken = await takeScene(form)
      const { scene, state } = taken
      const [method = '', pattern = ''] = route.split(' ')
      const path = pathOf(addressOf(stage.routes, pattern), row, scene)
      const options = optionsOf(row, scene)
      const { changes = [], sees = [], what = ({ mark }) => mark } = row
      const makeCall = async (role: Role): Promise<void> => {
        const answer = await scene.call(role, method, path, options)
        const seen = textOf(answer).includes(what(scene.owner))
        expect({ role, status: answer.status, seen }).toEqual({
          role,
          status: row.answers[role],
          seen: sees.includes(role),
        })
        const refusal = role === 'anonymous' && method !== 'HEAD' ? refusalOf(stage.routes, route) : undefined
        if (refusal) expect([answer.status, answer.body.code]).toEqual(refusal)
      }
      await Promise.all(roles.filter((one) => !changes.includes(one)).map(makeCall))
      await checkMissing(scene, route, row)
      // One kind of database is enough: a service reads the account and the ids of a request in the same way on every
      // kind of database.
      if (kind === databaseKinds[0]) await checkProbes(scene, route, row)
      taken.unchecked.push(route)
      if (!isRead(method) || changes.length > 0) await checkUnchanged(taken)
      // If the row has an id, the probes also used the stranger's own id, so they may have changed the stranger's data.
      if (changes.length === 0 && (isRead(method) || !row.id)) unchanged[form] = taken
      let before = state
      for (const role of roles.filter((one) => changes.includes(one))) {
        await makeCall(role)
        // Some changes arrive by an event, after the answer.
        await expect.poll(() => scene.state(), { interval: 10 }).not.toEqual(before)
        before = await scene.state()
      }
    },
  )

  test('every call that needs a scope is a route', () => {
    expect([...scopesOfCalls.keys()].filter((call) => !(call in rows))).toEqual([])
  })

  test.each(kind === databaseKinds[0] ? cases.filter(({ form }) => form === 'shared') : [])(
    '$route needs the scope of its row',
    async ({ route, row }) => {
      const taken = await takeScene('shared')
      const { access = 'public' } = stage.routes.find(({ method, url }) => `${method} ${url}` === route) ?? {}
      await checkScope(taken.scene, { route, row, access })
      taken.unchecked.push(`${route}, its scope`)
      unchanged.shared = taken
    },
  )

  test('no other call has changed what its owner sees', async () => {
    for (const taken of Object.values(unchanged)) await checkUnchanged(taken)
  })

  test.each(Object.entries(sockets))('%s sends events to their owner only', async (route, { event }) => {
    const taken = await takeScene('shared')
    const { scene } = taken
    const url = `${stage.url}${route.split(' ')[1]}`
    const withAccount = ['stranger', 'business', 'blockedBusiness', 'participant', 'owner'] as const
    const readers = withAccount.map((role) => ({ role, reader: new EventReader(url) }))
    for (const { role, reader } of readers) {
      await reader.send({ action: 'authenticate', token: await scene.token(role) })
      await expect.poll(() => reader.messages[0], { interval: 5 }).toBe('OK')
    }
    const instants = { owner: '2001-01-01T00:00:00.000Z', others: '2002-02-02T00:00:00.000Z' }
    await scene.appendEvent('owner', event(instants.owner))
    // Events arrive in order: a reader that has the second event, and not the first, was never sent the first.
    for (const role of withAccount) {
      await scene.appendEvent(role, event(instants.others))
    }
    for (const { role, reader } of readers) {
      const received = () => reader.messages.join()
      await expect.poll(received, { interval: 5 }).toContain(instants.others)
      expect([role, received().includes(instants.owner)]).toEqual([role, role === 'owner'])
      reader.end()
    }
    unchanged.shared = taken
  })

  test.each(Object.keys(sockets))('%s is closed for roles without a valid token', async (route) => {
    const taken = await takeScene('shared')
    const { scene } = taken
    unchanged.shared = taken
    for (const role of ['anonymous', 'expired', 'operator', 'service'] as const) {
      const reader = new EventReader(`${stage.url}${route.split(' ')[1]}`)
      await reader.send({ action: 'authenticate', token: (await scene.token(role)) ?? '' })
      expect([role, await reader.closed, reader.messages]).toEqual([role, 4401, []])
    }
  })
})

/** A scene, with what its owner saw before the first call. */
interface UsedScene {
  readonly scene: Scene
  readonly state: unknown
  /** The calls since the last check that the owner still sees the same. A check takes longer than a call. */
  unchecked: string[]
}

/** Checks that none of the unchecked calls has changed what the owner sees. */
async function checkUnchanged(used: UsedScene): Promise<void> {
  expect(await used.scene.state(), `what the owner sees after ${used.unchecked.join('; ')}`).toEqual(used.state)
  used.unchecked = []
}

/** The pattern of a route as the services have registered it. Only the URLs of assets contain a version. */
function addressOf(routes: readonly RegisteredRoute[], pattern: string): string {
  if (pattern !== '/identity/assets/:version/:file') return pattern
  return routes.find(({ url }) => /^\/identity\/assets\/[\w-]{12}\//.test(url))?.url ?? pattern
}

/** The status and the code for callers without credentials. */
const refusals: Readonly<Partial<Record<Access, readonly [number, string]>>> = {
  account: [401, 'UNAUTHENTICATED'],
  service: [403, 'SERVICES_ONLY'],
  operator: [403, 'OPERATOR_ONLY'],
}

/**
 * The refusal of a caller without credentials. Undefined for a route that everybody may call, or that belongs to no
 * service.
 */
function refusalOf(routes: readonly RegisteredRoute[], route: string): readonly [number, string] | undefined {
  const found = routes.find(({ method, url }) => `${method} ${url}` === route && /^\/[a-z]+\//.test(url))
  return found && !found.url.startsWith('/dev/') ? refusals[found.access] : undefined
}

function isRead(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method)
}

function textOf({ body, headers }: Answer): string {
  return JSON.stringify([body, [...headers]])
}

/** Checks that a stranger gets the same answer for the owner's data as for data that does not exist. */
async function checkMissing(scene: Scene, route: string, row: Row): Promise<void> {
  if (!row.id || row.answers.stranger !== 404) return
  const [method = '', pattern = ''] = route.split(' ')
  const options = optionsOf(row, scene)
  const [theirs, missing] = await Promise.all(
    [undefined, randomUUID()].map((id) => scene.call('stranger', method, pathOf(pattern, row, scene, id), options)),
  )
  expect([missing?.status, problemOf(missing)]).toEqual([404, problemOf(theirs)])
}

/** The problem in an answer, without its correlation id, which differs for each request. */
function problemOf(answer: Answer | undefined): unknown {
  return { ...answer?.body, correlationId: '' }
}

/** Checks that a stranger cannot reach the owner's data with the id in an unusual place. */
async function checkProbes(scene: Scene, route: string, row: Row): Promise<void> {
  const [method = ''] = route.split(' ')
  // Skips routes whose answer every caller, or at least the stranger, may read.
  if (row.answers.anonymous < 300 || (row.sees ?? []).includes('stranger')) return
  const { mark } = scene.owner
  const what = row.what?.(scene.owner) ?? mark
  const check = async ({ path, options, method: sent = method }: Probe) => {
    const answer = await scene.call('stranger', sent, path, options)
    const text = textOf(answer)
    const seen = text.includes(mark) || text.includes(what)
    expect({ path, failed: answer.status >= 500, seen }).toEqual({ path, failed: false, seen: false })
  }
  // Sends one probe after the other, because a second writer of an upload ends the connection of the first.
  for (const probe of probesOf(route, row, scene)) await check(probe)
}
