import type { FastifyInstance } from 'fastify'

/** The state of the fake e-mail gateway. All customers share it. */
export interface FakeMailing {
  state: string
  /** The answer to a request for a subscription. */
  requested: Record<string, unknown>
  /** The status of the answer to a confirmation. */
  confirmation: number
}

export function createFakeMailing(): FakeMailing {
  return { state: 'none', requested: { outcome: 'accepted', retryAt: null }, confirmation: 204 }
}

/** The subscription as the fake e-mail gateway sends it. */
export function subscriptionOf({ state }: FakeMailing) {
  return {
    state,
    email: 'a@example.com',
    requestedAt: '2026-03-01T09:00:00.000Z',
    confirmedAt: null,
    unsubscribedAt: null,
  }
}

/** Registers the routes of the fake e-mail gateway. */
export function registerMailing(app: FastifyInstance, mailing: FakeMailing): void {
  const subscription = () => subscriptionOf(mailing)
  app.get('/mailing/api/v1/subscriptions/me', async () => ({ ...subscription(), consents: [] }))
  app.put('/mailing/api/v1/subscriptions/me', async () => {
    if (mailing.requested['outcome'] === 'accepted') mailing.state = 'pending'
    return mailing.requested
  })
  app.delete('/mailing/api/v1/subscriptions/me', async () => {
    mailing.state = 'unsubscribed'
    return subscription()
  })
  app.post('/mailing/api/v1/Profiles/:email/subscription/confirm/:token', async (_request, reply) => {
    const { confirmation } = mailing
    if (confirmation < 300) return reply.code(confirmation).send()
    return reply.code(confirmation).type('application/problem+json').send({ status: confirmation, code: 'REFUSED' })
  })
}
