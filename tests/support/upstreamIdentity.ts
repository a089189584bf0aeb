import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LongWork } from './longWork.ts'
import { accountOf } from './tokens.ts'

/** A refusal of the identity service. */
export interface IdentityRefusal {
  readonly status: number
  readonly code: string
  readonly retryAfter?: string
}

const identityPath = '/identity/v2/identities/:idpType/:idpSub'
const path = `${identityPath}/emailchanges`
const deletionPath = `${identityPath}/deleteaccount`

type Request = FastifyRequest<{ Params: { idpType: string; idpSub: string }; Body: { email?: string } | null }>

/**
 * Registers the calls that change an e-mail address or delete an account. If the customer's data has a refusal, every
 * POST request is answered with it.
 */
export function registerIdentity(app: FastifyInstance, workOf: (accountId: string) => LongWork): void {
  const serve =
    (answer: (work: LongWork, request: Request) => unknown) => async (request: Request, reply: FastifyReply) => {
      const token = (request.headers.authorization ?? '').slice('Bearer '.length)
      if (token === '') return refuse(reply, { status: 401, code: 'UNAUTHENTICATED' })
      const { idpType, idpSub } = request.params
      if (idpType !== 'keepsake' || idpSub !== accountOf(token)) return refuse(reply, missing)
      const work = workOf(idpSub)
      if (request.method === 'POST' && work.email.refusal) return refuse(reply, work.email.refusal)
      return answer(work, request) ?? refuse(reply, missing)
    }
  app.get(
    path,
    serve(({ email }) => email.change),
  )
  app.post(
    path,
    serve(({ email }, { body }) => {
      email.change = { email: body?.email ?? '', until: '2026-03-15T18:00:00Z' }
      return email.change
    }),
  )
  app.delete(
    path,
    serve(({ email }) => {
      const { change } = email
      email.change = null
      return change && {}
    }),
  )
  app.post(
    `${path}/:token/actions/confirm`,
    serve(() => ({})),
  )
  app.get(
    deletionPath,
    serve(({ deletion: { graceDays, deletesAt } }) => (graceDays === null ? null : { graceDays, deletesAt })),
  )
  app.post(
    deletionPath,
    serve(({ deletion }) => {
      deletion.linksCount += 1
      return {}
    }),
  )
  app.post(
    `${deletionPath}/:token/actions/confirm`,
    serve(({ deletion }) => {
      deletion.deletesAt = '2026-03-29T10:00:00Z'
      return deletion.graceDays === null ? {} : { deletesAt: deletion.deletesAt }
    }),
  )
}

const missing: IdentityRefusal = { status: 404, code: 'NOT_FOUND' }

function refuse(reply: FastifyReply, { status, code, retryAfter }: IdentityRefusal): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(status).type('application/problem+json').send({ status, code })
}
