import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { publicUrl } from '../storage/customer.ts'
import { Payer } from './paymentServices.ts'
import { ProviderLink } from './providerLink.ts'

const link = new ProviderLink(() => services.url)
let services: KillableServices

beforeAll(async () => {
  const settings = await link.start()
  services = await createKillableServices('the embedded database', publicUrl, 'site,payments', {
    DEMO: 'true',
    ...settings,
  })
  await services.start()
})
afterAll(async () => {
  await services.remove()
  link.stop()
})

/** Kills the services after the provider has handled a call, and before they have its answer. */
async function killDuring(call: string, run: () => Promise<unknown>): Promise<void> {
  link.faults.set(call, 'unanswered')
  const before = link.calls.length
  const lost = expect(run()).rejects.toThrow('fetch failed')
  await expect.poll(() => link.calls.length, { timeout: 10_000 }).toBeGreaterThan(before)
  await services.kill()
  await lost
  link.faults.clear()
  await services.start()
}

test('a method is stored once and removed once although the services are killed after the provider has handled a call and before they have its answer', async () => {
  const anna = new Payer(services.url, services.issuer)
  await killDuring('POST /v1/setups', async () => anna.start())
  const setup = await anna.visit('card')
  await killDuring('GET /v1/setups', async () => anna.complete(setup))
  expect((await anna.stored()).method).toBeNull()
  expect((await anna.complete(setup)).body).toEqual({ outcome: 'stored' })
  const { method, removing } = await anna.stored()
  expect([method.lastDigits, removing]).toEqual(['4242', []])
  await killDuring('DELETE /v1/methods', async () => anna.remove(method.id))
  // The method is never stored again, and the job completes the removal.
  expect((await anna.stored()).method).toBeNull()
  await expect.poll(async () => (await anna.stored()).removing, { timeout: 20_000 }).toEqual([])
  expect(link.calls.filter((call) => call.startsWith('DELETE')).length).toBeGreaterThan(1)
})
