import { z } from 'zod'
import { accountOf, requireRecentSignIn } from '../platform/access.ts'
import { idOr, type ServiceApp } from '../platform/contract.ts'
import { locales } from '../platform/locales.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { brandPaymentsOf } from './brandPayments.ts'
import { isBlocked } from './businessStatus.ts'
import { type MethodRow, type Payments, readMethods, removeMethod } from './methods.ts'
import { ProviderUnavailable } from './provider.ts'
import { findSetup, settleSetup, startSetup } from './setups.ts'
import type { FastifyRequest } from 'fastify'

const noSuchSetup = () => notFound('There is no such setup.')
const noSuchMethod = () => notFound('There is no such payment method.')
const kind = z.enum(['card', 'directDebit'])

export const methodSchema = z
  .object({
    id: z.uuid(),
    kind,
    brand: z.string().nullable().describe('Such as `Visa`. Null: the provider does not say.'),
    lastDigits: z.string().nullable().describe('At most 4 digits. Null: the provider does not say.'),
    expires: z
      .string()
      .nullable()
      .describe('The last month in which the method can be used, such as `2027-03`. Null: it does not expire.'),
    state: z.enum(['usable', 'expired', 'removing']),
    stored: z.iso.datetime(),
  })
  .meta({ id: 'PaymentMethod', description: 'A payment method of a customer, without its number (decision 0532).' })

const readPayment = {
  summary: 'Reads the payment method of the customer, and what the customer may store',
  response: {
    200: z.object({
      method: methodSchema.nullable().describe('Null: none is stored.'),
      removing: z
        .array(methodSchema)
        .describe('Removed methods that the payment provider has not deleted yet, newest first.'),
      allowedKinds: z.array(kind).describe('What the brand allows this customer to store.'),
      mayChange: z
        .boolean()
        .nullable()
        .describe(
          'Whether the customer may add and remove methods. False for a blocked business account. Null when this is unknown at the moment.',
        ),
    }),
  },
}

const createSetup = {
  summary: 'Starts a setup: the customer chooses a payment method at the provider’s page',
  description:
    'Needs a recent sign-in. The provider sends the customer back to `/settings/payment-method` of the brand, with the id of the setup in the ' +
    'query. No other address is possible.',
  body: z.object({ locale: z.enum(locales).nullable().default(null).catch(null) }),
  response: { 201: z.object({ setupId: z.uuid(), pageUrl: z.url() }) },
  problems: {
    403: ['RECENT_SIGN_IN_REQUIRED', 'ACCOUNT_BLOCKED'],
    409: ['NO_METHOD_ALLOWED', 'ACCOUNT_DELETED'],
    429: ['TOO_MANY_SETUPS'],
    424: ['PROVIDER_UNAVAILABLE'],
    503: ['CUSTOMERS_UNAVAILABLE'],
  },
}

const completeSetup = {
  summary: 'Asks the provider for the outcome of a setup, and stores its payment method',
  description:
    'Can be repeated. `open`: the customer has chosen nothing yet. `pending`: a bank is still checking the method. All other outcomes are final. `superseded`: the ' +
    'customer has stored another method by a later setup.',
  params: z.object({ id: idOr(noSuchSetup) }),
  response: {
    200: z.object({
      outcome: z.enum(['open', 'pending', 'stored', 'superseded', 'refused', 'cancelled', 'expired']),
    }),
  },
  problems: { 404: ['NOT_FOUND'], 424: ['PROVIDER_UNAVAILABLE'] },
}

const deleteMethod = {
  summary: 'Removes the payment method of the customer',
  description:
    'Needs a recent sign-in. Can be repeated. `removed`: the provider has deleted the method. `removing`: the provider has not confirmed the ' +
    'deletion, which is requested again until it does. In both cases, the method is no longer used.',
  params: z.object({ id: idOr(noSuchMethod) }),
  response: { 200: z.object({ outcome: z.enum(['removed', 'removing']) }) },
  problems: {
    403: ['RECENT_SIGN_IN_REQUIRED', 'ACCOUNT_BLOCKED'],
    404: ['NOT_FOUND'],
    409: ['ACCOUNT_DELETED'],
    503: ['CUSTOMERS_UNAVAILABLE'],
  },
}

/** Registers the routes for customers. */
export function registerPaymentRoutes(app: ServiceApp, payments: Payments, canStore: boolean): void {
  const { platform, database } = payments

  app.get('/v1/payment-methods/me', { schema: readPayment }, async (request) => {
    const account = accountOf(request)
    const brand = canStore ? brandPaymentsOf(platform, account) : null
    const [{ method, removing }, blocked] = await Promise.all([
      readMethods(database, account.id),
      // Reading must work while it is not known whether the account may change something.
      isBlocked(platform, request).catch(nullIfUnknown),
    ])
    return {
      method: method && toWireMethod(method),
      removing: removing.map(toWireMethod),
      allowedKinds: [...(brand?.kinds ?? [])],
      mayChange: blocked === null ? null : !blocked,
    }
  })

  app.post('/v1/payment-methods/me/setups', { schema: createSetup }, async (request, reply) => {
    const account = accountOf(request)
    const brand = canStore ? brandPaymentsOf(platform, account) : null
    await authorizeChange(request)
    if (!brand || brand.kinds.length === 0) {
      throw new Problem(409, 'NO_METHOD_ALLOWED', 'The brand allows this customer no payment method.')
    }
    const started = await orProblem(startSetup(payments, { ...brand, ...request.body, accountId: account.id }))
    return reply.status(201).send(started)
  })

  app.post('/v1/payment-methods/me/setups/:id/completion', { schema: completeSetup }, async (request) => {
    const setup = await findSetup(database, accountOf(request).id, request.params.id)
    if (!setup) throw noSuchSetup()
    return { outcome: await orProblem(settleSetup(payments, setup)) }
  })

  app.delete('/v1/payment-methods/me/:id', { schema: deleteMethod }, async (request) => {
    await authorizeChange(request)
    const outcome = await removeMethod(payments, accountOf(request).id, request.params.id)
    if (!outcome) throw noSuchMethod()
    return { outcome }
  })

  async function authorizeChange(request: FastifyRequest): Promise<void> {
    requireRecentSignIn(accountOf(request))
    if (await isBlocked(platform, request)) {
      throw new Problem(403, 'ACCOUNT_BLOCKED', 'The business account is blocked: it can change nothing.')
    }
  }
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}

/**
 * Answers 424 while the provider is down. A 503 would look like an outage of this service, which can still answer
 * reads.
 */
async function orProblem<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    throw new Problem(424, 'PROVIDER_UNAVAILABLE', 'The payment provider does not answer. Repeat the request.')
  }
}

export function toWireMethod(method: MethodRow): z.infer<typeof methodSchema> {
  const { id, kind: methodKind, brand, last_digits: lastDigits, expires_month: expires } = method
  const isExpired = expires !== null && expires < new Date().toISOString().slice(0, 7)
  return {
    id,
    kind: methodKind,
    brand,
    lastDigits,
    expires,
    state: method.removed_at !== null ? 'removing' : isExpired ? 'expired' : 'usable',
    stored: method.stored_at.toISOString(),
  }
}
