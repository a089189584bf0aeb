import { parseArgs } from 'node:util'
import fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { apiScopes } from '../schema/rules/scopes.ts'
import { buildApp } from '../gateway/app.ts'
import { readConfig } from '../gateway/config.ts'
import { buildPhoto, imageIdOf } from '../tests/support/photoLibrary.ts'
import { buildOrder, buildVoucher } from '../tests/support/purchases.ts'
import { buildProject } from '../tests/support/savedProjects.ts'
import { anna, bram } from '../tests/support/tokens.ts'
import { startUpstreams, type Upstreams } from '../tests/support/upstream.ts'
import { failWith } from './settings.ts'

/*
 * `npm run sandbox`: the real gateway over services that only remember, for the tests of other teams. The services are
 * the ones of our own tests of the gateway, so they follow the contracts. docs/api/sandbox.md describes the calls.
 */

const accounts = { anna, bram }
const mostPhotos = 100_000
const tokenLifetime = 86_400

const tokenRequest = z.object({
  account: z.enum(['anna', 'bram']).default('anna'),
  scope: z.string().default(apiScopes.join(' ')),
})

const faultRequest = z.object({
  path: z.string().startsWith('/'),
  times: z.int().min(1).optional(),
  milliseconds: z.int().min(0).max(600_000).optional(),
  status: z.int().min(400).max(599).optional(),
  code: z.string().optional(),
})

const photosRequest = z.object({
  account: z.enum(['anna', 'bram']).default('anna'),
  count: z.int().min(0).max(mostPhotos),
})

try {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4100' } } })
  const port = z.coerce.number().int().min(1).max(65_534).parse(values.port)
  const url = `http://localhost:${port}`
  const upstreams = await startUpstreams(url)
  seed(upstreams)
  const gateway = await buildApp(
    readConfig({ PUBLIC_URL: url, SERVICES_URL: upstreams.url, LOG_LEVEL: 'silent', ...process.env }),
  )
  const stop = async () => {
    await Promise.all([gateway, control, upstreams.app].map((app) => app.close()))
    process.exit(0)
  }
  const control = createControl(upstreams, () => void stop())
  await gateway.listen({ host: '127.0.0.1', port })
  await control.listen({ host: '127.0.0.1', port: port + 1 })
  process.stdout.write(`The sandbox is ready at ${url}/graphql, and its control at http://localhost:${port + 1}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop())
  }
} catch (error) {
  failWith(error)
}

/** Gives each account the same data at each start. */
function seed(upstreams: Upstreams): void {
  for (const account of Object.values(accounts)) fill(upstreams, account, 120)
  const photoIds = [1, 2, 3].map(imageIdOf)
  upstreams.albums.put(1, { ownerId: anna, name: 'Holidays', photoIds })
  const purchases = upstreams.purchases(anna)
  purchases.orders.push(...[1, 2, 3].map((number) => buildOrder(number)))
  purchases.vouchers.push(buildVoucher())
  upstreams.projects(anna).saved.push(buildProject(1))
}

/** Replaces the photos of an account, spread over ten years. */
function fill(upstreams: Upstreams, account: string, count: number): void {
  upstreams.library(account).photos = Array.from({ length: count }, (_, index) => {
    const [year, month] = [2016 + (index % 10), 1 + (index % 12)].map((part) => String(part).padStart(2, '0'))
    return buildPhoto(index + 1, `${year}-${month}-15T10:00:00`)
  })
}

/** The calls with which a test prepares the sandbox. */
function createControl(upstreams: Upstreams, stop: () => void): FastifyInstance {
  const app = fastify()
  app.post('/tokens', async ({ body }) => {
    const { account, scope } = tokenRequest.parse(body ?? {})
    const exp = Math.floor(Date.now() / 1000) + tokenLifetime
    return { accessToken: await upstreams.tokens.issue(accounts[account], { claims: { scope, exp } }) }
  })
  app.post('/faults', async ({ body }, reply) => {
    const { path, times, milliseconds, status, code } = faultRequest.parse(body)
    if (milliseconds !== undefined) upstreams.delay(path, milliseconds)
    if (status !== undefined) upstreams.fail(path, { kind: 'status', status, ...(code && { code }) }, times)
    return reply.status(204).send()
  })
  app.delete('/faults', async (_request, reply) => {
    upstreams.heal()
    return reply.status(204).send()
  })
  app.post('/stop', async (_request, reply) => {
    setImmediate(stop)
    return reply.status(204).send()
  })
  app.put('/photos', async ({ body }, reply) => {
    const { account, count } = photosRequest.parse(body)
    fill(upstreams, accounts[account], count)
    return reply.status(204).send()
  })
  return app
}
