import type { Kysely } from 'kysely'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { orProblem, type ServiceApp } from '../platform/contract.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { findAccountByEmail } from './accounts.ts'
import type { Providers } from './providers.ts'
import { apiAudience } from './grants.ts'
import { apiResource } from './provider.ts'
import type { IdentityTables } from './tables.ts'

const mintToken = {
  summary: 'Mints an access token of a demo account',
  description: 'For `npm run token`. Only in a demo.',
  body: orProblem(
    z.object({ email: z.string().min(1).max(254) }),
    () => new Problem(400, 'INVALID_REQUEST', 'The body must name the account: { "email": "…" }.'),
  ),
  response: { 200: z.object({ accessToken: z.string() }) },
  problems: { 404: ['NOT_FOUND'] },
}

/**
 * `POST /dev/token` for `npm run token`: an access token for a demo account, issued by the provider itself. Only
 * registered if the demo is on.
 */
export function registerDevToken(
  app: ServiceApp,
  options: {
    readonly platform: Platform
    readonly database: Kysely<IdentityTables>
    readonly providers: Providers
  },
): void {
  const { platform, database, providers } = options
  if (!platform.config.demo) return
  app.post('/dev/token', { config: { access: 'operator' }, schema: mintToken }, async (request, reply) => {
    const account = await findAccountByEmail(database, request.body.email)
    if (!account?.demo) throw notFound('There is no demo account with this e-mail.')
    const [brand] = platform.brands.all()
    const accessToken = await mint(providers.ofBrand(brand), brand.clientId, account.id)
    return reply.header('cache-control', 'no-store').send({ accessToken })
  })
}

async function mint(provider: Provider, clientId: string, accountId: string): Promise<string> {
  const client = await provider.Client.find(clientId)
  if (!client) throw new Error(`There is no client ${clientId}.`)
  const token = new provider.AccessToken({ client, accountId, grantId: '', gty: 'operator', scope: '' })
  token.resourceServer = new provider.ResourceServer(apiAudience, apiResource)
  return token.save()
}
