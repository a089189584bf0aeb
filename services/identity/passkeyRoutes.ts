import type { Kysely } from 'kysely'
import { z } from 'zod'
import { cleanPasskeyName, isPasskeyName } from '../../schema/rules/passkeyName.ts'
import { requireRecentSignIn } from '../platform/access.ts'
import { idOr, nothing, orProblem, type ServiceApp } from '../platform/contract.ts'
import type { Platform } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import type { PageContextFor } from './pageContext.ts'
import { announcePasskey } from './passkeyMails.ts'
import { deletePasskey, listPasskeys, type PasskeyFacts, renamePasskey } from './passkeys.ts'
import { refusePartners } from './partners.ts'
import { signedInAccount } from './sessions.ts'
import type { IdentityTables } from './tables.ts'

const config = { access: 'account', traffic: 'calls' } as const
const noSuchPasskey = () => notFound('There is no such passkey.')
const params = z.object({ id: idOr(noSuchPasskey) })
const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('When the customer last signed in with this passkey. Null: never.'),
})

const list = {
  summary: 'Lists the passkeys of the customer',
  description:
    'The oldest first. To let the customer add a passkey, a site sends a sign-in request with `prompt=passkey`.',
  response: { 200: z.object({ passkeys: z.array(passkeySchema) }) },
}

const rename = {
  summary: 'Renames a passkey of the customer',
  description: 'Apps of partners may not rename passkeys.',
  params,
  body: orProblem(
    z.object({ name: z.string().refine(isPasskeyName).transform(cleanPasskeyName) }),
    () => new Problem(422, 'INVALID_PASSKEY_NAME', 'A name must have 1 to 60 visible characters.'),
  ),
  response: { 204: nothing },
  problems: { 403: ['FORBIDDEN'], 404: ['NOT_FOUND'], 422: ['INVALID_PASSKEY_NAME'] },
}

const remove = {
  summary: 'Removes a passkey of the customer',
  description: 'The password stays. The customer gets a mail. Needs a sign-in that is at most 5 minutes old.',
  params,
  querystring: z.object({ locale: z.string().max(35).describe('The language of the mail, such as `de-DE`.') }),
  response: { 204: nothing },
  problems: { 403: ['RECENT_SIGN_IN_REQUIRED'], 404: ['NOT_FOUND'] },
}

/** Registers the calls that list, rename and remove the passkeys of a customer. */
export function registerPasskeys(
  app: ServiceApp,
  options: {
    readonly platform: Platform
    readonly database: Kysely<IdentityTables>
    readonly pageContextFor: PageContextFor
  },
): void {
  const { platform, database, pageContextFor } = options
  app.get('/passkeys', { config, schema: list }, async (request) => {
    const passkeys = await listPasskeys(database, (await signedInAccount(database, request)).id)
    return { passkeys: passkeys.map(toWire) }
  })
  app.patch('/passkeys/:id', { config, schema: rename }, async (request, reply) => {
    const account = await signedInAccount(database, request)
    refusePartners(platform, account)
    const { id } = request.params
    if (!(await renamePasskey(database, { accountId: account.id, id, name: request.body.name }))) throw noSuchPasskey()
    return reply.status(204).send()
  })
  app.delete('/passkeys/:id', { config, schema: remove }, async (request, reply) => {
    const account = await signedInAccount(database, request)
    requireRecentSignIn(account)
    const clientId = account.clientId ?? undefined
    const context = await pageContextFor({ clientId, uiLocales: request.query.locale, acceptLanguage: undefined })
    const place = { brand: context.brand.key, locale: context.messages.locale }
    await database.transaction().execute(async (change) => {
      const name = await deletePasskey(change, { accountId: account.id, id: request.params.id })
      if (name === null) throw noSuchPasskey()
      await announcePasskey(platform, change, { accountId: account.id, change: 'removed', name, ...place })
    })
    platform.log.info({ account: platform.limits.hash(account.id) }, 'a passkey was removed')
    return reply.status(204).send()
  })
}

function toWire({ id, name, createdAt, lastUsedAt }: PasskeyFacts) {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
