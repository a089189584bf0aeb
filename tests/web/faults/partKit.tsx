import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '../../support/upstreamFaults.ts'
import type { AccountKind } from '../../../web/auth/session.ts'
import { business } from '../invoices/invoiceKit.ts'
import type { ofFile } from '../support/ofFile.ts'
import { renderIn } from '../support/renderApp.tsx'
import { FaultyGateway } from './faultyGateway.ts'

export const faults: readonly (readonly [string, Fault])[] = [
  ['is down', { kind: 'reset' }],
  ['is slow', { kind: 'hang' }],
  ['answers 404', { kind: 'status', status: 404 }],
  ['answers 409', { kind: 'status', status: 409 }],
  ['answers 429', { kind: 'status', status: 429 }],
  ['answers 500', { kind: 'status', status: 500 }],
  ['answers garbage', { kind: 'body', text: '<html>' }],
]

/** Finds something that the page shows; throws if it is missing. */
export type Shown = (app: ReturnType<typeof renderIn>) => Promise<unknown>

export const heading = (name: string) => async () => screen.findByRole('heading', { name })
export const link = (name: string | RegExp | ReturnType<typeof ofFile>) => async () =>
  screen.findByRole('link', { name })
export const text = (shown: string | RegExp) => async () => screen.findByText(shown)
export const picture = async () =>
  expect.poll(() => document.querySelector('main img[src*="images.test"]'), { message: 'a picture' }).not.toBeNull()

/** A part of a page, and the upstream that it needs. */
export interface Part {
  readonly page: string
  /** By default a private account. */
  readonly account?: AccountKind
  readonly address: (gateway: FaultyGateway) => string
  readonly upstream: string
  /** The button that shows the part, if the page does not show it at once. */
  readonly open?: string
  /** The message that the part shows when its upstream fails. */
  readonly message: string
  /** What the page still shows meanwhile. */
  readonly rest: Shown
  /** What the page shows after a retry. */
  readonly whole: Shown
  /** What the page shows for status 404, if this status means that the object does not exist, and is not a failure. */
  readonly missing?: Shown
}

/** Timeout (ms) for the start of a gateway, which can be slow on a busy machine. */
export const startTimeout = 120_000

/** Tests each part of the pages: its upstream fails in each way behind the real gateway. */
export function testParts(table: readonly Part[]): void {
  let gateway: FaultyGateway

  beforeAll(async () => {
    gateway = await FaultyGateway.start([...new Set(table.map(({ upstream }) => upstream))])
  }, startTimeout)
  afterAll(() => gateway.close())
  afterEach(async () => {
    await gateway.heal()
    localStorage.clear()
    sessionStorage.clear()
  })

  describe.each(table)(
    '$page, when $upstream',
    ({ account, address, upstream, open, message, rest, whole, missing }) => {
      test.each(faults)('%s: the page shows the rest, a message and a retry that works', async (_, fault) => {
        await gateway.fail(upstream, fault)
        const slow = fault.kind === 'hang' ? upstream : undefined
        const claims = account === 'business' ? { claims: business } : {}
        const app = renderIn(gateway.environment(account ?? 'private', slow), address(gateway), claims)
        if (missing && fault.kind === 'status' && fault.status === 404) {
          await missing(app)
          return expect(screen.queryByRole('alert')).toBeNull()
        }
        if (open) await app.user.click(await screen.findByRole('button', { name: open }))
        const alert = (await screen.findByText(message)).closest('[role=alert]')
        if (!(alert instanceof HTMLElement)) throw new Error('The message is not an alert.')
        await rest(app)
        await gateway.heal()
        await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
        await whole(app)
        expect(screen.queryByText(message)).toBeNull()
      })
    },
  )
}
