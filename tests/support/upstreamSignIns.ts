import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountOf } from './tokens.ts'

/** A session as the identity service lists it. */
export interface FakeSession {
  readonly id: string
  readonly isCurrent: boolean
  readonly [fact: string]: unknown
}

/** An app that may use the account, as the identity service lists it. */
export interface FakeApp {
  readonly id: string
  readonly [fact: string]: unknown
}

/** The sessions, passkeys, connected apps and password of a customer. */
export class SignIns {
  sessions: FakeSession[] = []
  passkeys: { id: string; name: string; createdAt: string; lastUsedAt: string | null }[] = []
  apps: FakeApp[] = []
  /** When the password was last changed. */
  passwordChangedAt: string | null = null
  /** Whether the sign-in is recent enough to remove a passkey. */
  isRecent = true
}

const times = { signedInAt: '2026-03-01T09:00:00.000Z', lastSeenAt: '2026-03-14T10:00:00.000Z' }

/** The current session, and one on a phone. */
export function buildSessions(): FakeSession[] {
  const current = { id: 's1', browser: 'Firefox', system: 'Windows', device: 'computer', isCurrent: true }
  const phone = { id: 's2', browser: null, system: null, device: 'watch', isCurrent: false }
  return [
    { ...current, isSameNetwork: true, ...times },
    { ...phone, isSameNetwork: false, ...times },
  ]
}

export function buildPasskey(number: number): SignIns['passkeys'][number] {
  return { id: `p${number}`, name: `Passkey ${number}`, createdAt: '2026-03-02T09:00:00.000Z', lastUsedAt: null }
}

/** An app with two scopes, one of which the gateway does not know. */
export function buildApp(number: number, facts: Record<string, unknown> = {}): FakeApp {
  return {
    id: `frame-${number}`,
    name: `Frame ${number}`,
    homepage: 'https://frame.example/about',
    scopes: ['photos:read', 'stories:write'],
    seesName: true,
    connectedAt: '2026-03-02T09:00:00.000Z',
    lastUsedAt: null,
    ...facts,
  }
}

type Request = FastifyRequest<{ Params: { id: string }; Body: { name: string } }>

/** Registers the calls on sessions, passkeys, connected apps and passwords. */
export function registerSignIns(app: FastifyInstance, signInsOf: (accountId: string) => SignIns): void {
  const serve =
    (answer: (own: SignIns, request: Request, reply: FastifyReply) => unknown) =>
    async (request: Request, reply: FastifyReply) => {
      const token = (request.headers.authorization ?? '').slice('Bearer '.length)
      if (token === '') return refuse(reply, 401, 'UNAUTHENTICATED')
      return answer(signInsOf(accountOf(token)), request, reply)
    }
  app.get(
    '/identity/sessions',
    serve(({ sessions }) => ({ sessions })),
  )
  app.delete(
    '/identity/sessions',
    serve((own) => {
      const ended = own.sessions.filter(({ isCurrent }) => !isCurrent).length
      own.sessions = own.sessions.filter(({ isCurrent }) => isCurrent)
      return { ended }
    }),
  )
  app.delete(
    '/identity/sessions/:id',
    serve((own, { params }, reply) => {
      if (!own.sessions.some(({ id }) => id === params.id)) return refuse(reply, 404, 'NOT_FOUND')
      own.sessions = own.sessions.filter(({ id }) => id !== params.id)
      return reply.code(204).send()
    }),
  )
  app.get(
    '/identity/connections',
    serve(({ apps }) => ({ connections: apps })),
  )
  app.delete(
    '/identity/connections/:id',
    serve((own, { params }, reply) => {
      if (!own.apps.some(({ id }) => id === params.id)) return refuse(reply, 404, 'NOT_FOUND')
      own.apps = own.apps.filter(({ id }) => id !== params.id)
      return reply.code(204).send()
    }),
  )
  app.get(
    '/identity/password',
    serve(({ passwordChangedAt }) => ({ changedAt: passwordChangedAt })),
  )
  app.get(
    '/identity/passkeys',
    serve(({ passkeys }) => ({ passkeys })),
  )
  app.patch(
    '/identity/passkeys/:id',
    serve(({ passkeys }, { params, body }, reply) => {
      if (body.name.trim() === '') return refuse(reply, 422, 'INVALID_PASSKEY_NAME')
      const passkey = passkeys.find(({ id }) => id === params.id)
      if (!passkey) return refuse(reply, 404, 'NOT_FOUND')
      passkey.name = body.name
      return reply.code(204).send()
    }),
  )
  app.delete(
    '/identity/passkeys/:id',
    serve((own, { params }, reply) => {
      if (!own.isRecent) return refuse(reply, 403, 'RECENT_SIGN_IN_REQUIRED')
      if (!own.passkeys.some(({ id }) => id === params.id)) return refuse(reply, 404, 'NOT_FOUND')
      own.passkeys = own.passkeys.filter(({ id }) => id !== params.id)
      return reply.code(204).send()
    }),
  )
}

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).type('application/problem+json').send({ status, code })
}
