import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import type { Platform } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { findAccountByEmail } from './accounts.ts'
import { apiAudience, apiResource } from './provider.ts'
import type { IdentityTables } from './tables.ts'

const bodySchema = z.object({ email: z.string().min(1).max(254) })

/**
 * `POST /dev/token` for `npm run token`: an access token for a demo account, issued by the provider itself. Only
 * registered if the demo is on.
 */
export function registerDevToken(
  app: FastifyInstance,
  options: {
    readonly platform: Platform
    readonly database: Kysely<IdentityTables>
    readonly provider: Provider
    readonly clientId: string
  },
): void {
  const { platform, database, provider, clientId } = options
  if (!platform.config.demo) return
  app.post('/dev/token', async (request, reply) => {
    platform.operator.authorize(request)
    const body = bodySchema.safeParse(request.body)
    if (!body.success) throw new Problem(400, 'INVALID_REQUEST', 'The body must name the account: { "email": "…" }.')
    const account = await findAccountByEmail(database, body.data.email)
    if (!account?.demo) throw notFound('There is no demo account with this e-mail.')
    return reply.header('cache-control', 'no-store').send({ accessToken: await mint(provider, clientId, account.id) })
  })
}

async function mint(provider: Provider, clientId: string, accountId: string): Promise<string> {
  const client = await provider.Client.find(clientId)
  if (!client) throw new Error(`There is no client ${clientId}.`)
  const token = new provider.AccessToken({ client, accountId, grantId: '', gty: 'operator', scope: '' })
  token.resourceServer = new provider.ResourceServer(apiAudience, apiResource)
  return token.save()
}
