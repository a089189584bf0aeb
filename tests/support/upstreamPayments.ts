import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountOf } from './tokens.ts'

/** A payment method as the fake service sends it. */
export interface FakeMethod {
  readonly id: string
  readonly kind: string
  readonly brand: string | null
  readonly lastDigits: string | null
  readonly expires: string | null
  readonly state: string
}

/** Builds a card. */
export function buildMethod(id: string, own: Partial<FakeMethod> = {}): FakeMethod {
  return { id, kind: 'card', brand: 'Visa', lastDigits: '4242', expires: '2028-02', state: 'usable', ...own }
}

/** A refusal of the fake service. */
interface Refusal {
  readonly status: number
  readonly code: string
  readonly retryAfter?: number
}

/** The payment method of a customer at the fake service. */
export class FakePayments {
  method: FakeMethod | null = null
  removing: FakeMethod[] = []
  allowedKinds: string[] = ['card', 'directDebit']
  mayChange: boolean | null = true
  /** The outcomes of setups by their id. */
  readonly outcomes = new Map<string, string>()
  /** The outcome of a removal. */
  removal: 'removed' | 'removing' = 'removed'
  /** If not null: the answer to every change. */
  refusal: Refusal | null = null
}

const callerOf = ({ headers }: FastifyRequest) => accountOf((headers.authorization ?? '').slice('Bearer '.length))

function problem(reply: FastifyReply, { status, code, retryAfter }: Refusal): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(status).type('application/problem+json').send({ status, code })
}

const unknown = { status: 404, code: 'NOT_FOUND' }

/** Registers the routes of the fake payments service. */
export function registerPayments(app: FastifyInstance, paymentsOf: (accountId: string) => FakePayments): void {
  const path = '/payments/v1/payment-methods/me'
  app.get(path, async (request, reply) => {
    // The gateway asks without a token whether the service responds.
    if (request.headers.authorization === undefined) return problem(reply, { status: 401, code: 'UNAUTHENTICATED' })
    const { method, removing, allowedKinds, mayChange } = paymentsOf(callerOf(request))
    return { method, removing, allowedKinds, mayChange }
  })
  app.post(`${path}/setups`, async (request, reply) => {
    const { refusal } = paymentsOf(callerOf(request))
    if (refusal) return problem(reply, refusal)
    return reply.code(201).send({ setupId: 'setup-1', pageUrl: 'https://pay.test/setup-1' })
  })
  app.post<{ Params: { id: string } }>(`${path}/setups/:id/completion`, async (request, reply) => {
    const { refusal, outcomes } = paymentsOf(callerOf(request))
    const outcome = outcomes.get(request.params.id)
    if (outcome === undefined) return problem(reply, unknown)
    return refusal ? problem(reply, refusal) : { outcome }
  })
  app.delete<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const payments = paymentsOf(callerOf(request))
    const { method, refusal, removal } = payments
    if (refusal) return problem(reply, refusal)
    if (method?.id !== request.params.id) return problem(reply, unknown)
    payments.method = null
    if (removal === 'removing') payments.removing = [{ ...method, state: 'removing' }]
    return { outcome: removal }
  })
}
