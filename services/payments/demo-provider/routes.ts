import type { Kysely } from 'kysely'
import { z } from 'zod'
import { createBrandTexts } from '../../platform/brandTexts.ts'
import { content, nothing, type ServiceApp } from '../../platform/contract.ts'
import { notFound, Problem } from '../../platform/problems.ts'
import type { Platform } from '../../platform/platform.ts'
import { createdSetupSchema, providedSetupSchema } from '../httpProvider.ts'
import type { PaymentsTables } from '../tables.ts'
import { choicesOf, sendProviderPage } from './page.ts'
import { chooseMethod, createDemoSetup, type DemoSetup, detachDemoMethod, findDemoSetup, provided } from './setups.ts'

/** The public path of the pages (edge/routing.ts). */
const publicPath = '/dev/payment-provider'
const longestForm = 1_024
const noSuchSetup = () => notFound('There is no such setup.')
const id = z.object({ id: z.string() })

const createSetup = {
  summary: 'Demo only: the payment provider starts a setup',
  headers: z.object({ 'idempotency-key': z.string().min(1).max(100) }),
  body: z.object({
    kinds: z.array(z.enum(['card', 'directDebit'])).min(1),
    returnUrl: z.url({ protocol: /^https?$/ }),
    locale: z.string().max(35).nullable(),
  }),
  response: { 201: createdSetupSchema },
}

const readSetup = {
  summary: 'Demo only: the state of a setup at the payment provider',
  params: id,
  response: { 200: providedSetupSchema },
  problems: { 404: ['NOT_FOUND'] },
}

const deleteMethod = {
  summary: 'Demo only: the payment provider deletes a method',
  params: z.object({ reference: z.string() }),
  response: { 204: nothing },
  problems: { 404: ['NOT_FOUND'] },
}

const showPage = {
  summary: 'Demo only: the page of the payment provider',
  description:
    'The id is a secret. After the customer’s choice, and after half an hour, the page redirects to the brand’s site.',
  params: id,
  response: { 200: content('text/html; charset=utf-8', 'The page'), 303: nothing },
  problems: { 404: ['NOT_FOUND'], 503: ['TEXTS_UNAVAILABLE'] },
}

const choose = {
  summary: 'Demo only: the customer’s choice at the page of the payment provider',
  params: id,
  response: { 303: nothing },
  problems: { 400: ['INVALID_REQUEST'], 404: ['NOT_FOUND'], 415: ['UNSUPPORTED_MEDIA_TYPE'] },
}

/**
 * Registers the payment provider of the demo: the calls that a provider answers (decision 0532), and its page. It uses
 * only its own table, like a separate system.
 */
export function registerDemoProvider(app: ServiceApp, platform: Platform, database: Kysely<PaymentsTables>): void {
  registerCalls(app, platform, database)
  void app.register(async (scope: ServiceApp) => registerPages(scope, platform, database))
}

function registerCalls(app: ServiceApp, { config }: Platform, database: Kysely<PaymentsTables>): void {
  const forServices = { access: 'service' } as const
  app.post('/demo-provider/v1/setups', { config: forServices, schema: createSetup }, async (request, reply) => {
    const setup = { ...request.body, id: request.headers['idempotency-key'] }
    const setupId = await createDemoSetup(database, setup)
    return reply.status(201).send({ id: setupId, pageUrl: `${config.publicUrl}${publicPath}/${setupId}` })
  })

  app.get('/demo-provider/v1/setups/:id', { config: forServices, schema: readSetup }, async (request) =>
    provided(await findSetup(database, request.params.id)),
  )

  app.delete(
    '/demo-provider/v1/methods/:reference',
    { config: forServices, schema: deleteMethod },
    async (request, reply) => {
      if (!(await detachDemoMethod(database, request.params.reference))) throw notFound('There is no such method.')
      return reply.status(204).send()
    },
  )
}

function registerPages(app: ServiceApp, platform: Platform, database: Kysely<PaymentsTables>): void {
  const forAll = { access: 'public' } as const
  const textsFor = createBrandTexts(platform)
  const ownOrigin = new URL(platform.config.publicUrl).origin
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: longestForm },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  app.get('/demo-provider/pages/:id', { config: forAll, schema: showPage }, async (request, reply) => {
    const setup = await findSetup(database, request.params.id)
    const { return_url: returnUrl, locale } = setup
    if (provided(setup).state !== 'open') return reply.redirect(returnUrl, 303)
    const texts = await textsFor({ locale, brand: null })
    return sendProviderPage(reply, setup, texts, [ownOrigin, new URL(returnUrl).origin])
  })

  app.post('/demo-provider/pages/:id', { config: forAll, schema: choose }, async (request, reply) => {
    const setup = await findSetup(database, request.params.id)
    const given = request.body instanceof URLSearchParams ? request.body.get('choice') : null
    const choice = choicesOf(setup).find((one) => one === given)
    if (choice === undefined) throw new Problem(400, 'INVALID_REQUEST', 'choice: not one of the buttons of the page.')
    await chooseMethod(database, setup.id, choice)
    return reply.redirect(setup.return_url, 303)
  })
}

async function findSetup(database: Kysely<PaymentsTables>, setupId: string): Promise<DemoSetup> {
  const setup = await findDemoSetup(database, setupId)
  if (!setup) throw noSuchSetup()
  return setup
}
