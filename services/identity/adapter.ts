import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Adapter, type AdapterPayload, type ClientMetadata, errors } from 'oidc-provider'
import { addSession } from './sessions.ts'
import type { IdentityTables, ProviderRecordsTable } from './tables.ts'

/**
 * Models whose id is a client's credential. Their ids are stored as digests, so that a copy of the table cannot be used
 * to sign in.
 */
const bearerModels = new Set(['AuthorizationCode', 'RefreshToken'])

/** Finds a client by its id: a site of a current brand, or a current client of another team. */
export type FindClient = (clientId: string) => ClientMetadata | undefined

/**
 * The storage of the OpenID provider, on our database. Never finds expired records, even before the clean-up deletes
 * them. A record is consumed only once, even by concurrent requests. A second attempt to consume the record ends its
 * grant, and no token of an ended grant can be saved.
 */
export function createAdapterFactory(
  database: Kysely<IdentityTables>,
  findClient: FindClient,
): (model: string) => Adapter {
  return (model) => {
    const key = (id: string) => (bearerModels.has(model) ? digest(id) : id)
    return {
      async upsert(id, payload, expiresIn) {
        await upsertRecord(database, model, key(id), payload, expiresIn)
      },
      async find(id) {
        // Clients are read from files, so they are not stored.
        if (model === 'Client') return findClient(id)
        // PostgreSQL fails on text with a NUL character.
        if (id.includes('\0')) return undefined
        const payload = await findRecord(database, model, 'id', key(id))
        return payload && { ...payload, jti: id }
      },
      async findByUid(uid) {
        return findRecord(database, model, 'uid', uid)
      },
      async findByUserCode() {
        return undefined
      },
      async consume(id) {
        await consumeRecord(database, model, key(id))
      },
      async destroy(id) {
        await database.deleteFrom('provider_records').where('model', '=', model).where('id', '=', key(id)).execute()
      },
      async revokeByGrantId(grantId) {
        await revokeGrant(database, model, grantId)
      },
    }
  }
}

/** Deletes expired records, a thousand at a time. */
export async function deleteExpiredRecords(database: Kysely<IdentityTables>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const expired = database
      .selectFrom('provider_records')
      .select(['model', 'id'])
      .where('expires_at', '<', new Date())
      .limit(1000)
    const deleted = await database
      .deleteFrom('provider_records')
      .where((where) => where(where.refTuple('model', 'id'), 'in', expired.$asTuple('model', 'id')))
      .executeTakeFirst()
    if (deleted.numDeletedRows < 1000n) return
  }
}

/** What a browser keeps when all other sign-ins of its account end. */
export interface KeptRecords {
  /** The `uid` of its session. */
  readonly session: string
  /** The `uid` of the sign-in request that it is answering. */
  readonly interaction: string
}

/**
 * Ends the sessions of an account and deletes its grants, codes and refresh tokens.
 * @param kept the session that does not end. Its grants, codes and refresh tokens are deleted too.
 * @returns the `uid`s of the sessions that have ended
 */
export async function deleteRecordsOf(
  database: Kysely<IdentityTables>,
  accountId: string,
  kept?: KeptRecords,
): Promise<string[]> {
  // A request that is still running can then not save its session again.
  let sessions = database
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  let records = database
    .deleteFrom('provider_records')
    // Searches the payload as text, because PostgreSQL cannot read the values of JSON that has a NUL character.
    .where(sql`payload::text`, 'like', `%"accountId":${JSON.stringify(accountId)}%`)
  if (kept) {
    sessions = sessions.where('id', '<>', kept.session)
    records = records
      .where((where) => where.or([where('model', '<>', 'Session'), where('uid', '<>', kept.session)]))
      .where((where) => where.or([where('model', '<>', 'Interaction'), where('id', '<>', kept.interaction)]))
  }
  const ended = await sessions.returning('id').execute()
  await records.execute()
  return ended.map(({ id }) => id)
}

async function upsertRecord(
  database: Kysely<IdentityTables>,
  model: string,
  id: string,
  payload: AdapterPayload,
  expiresIn: number | undefined,
): Promise<void> {
  const values = {
    payload: JSON.stringify(bearerModels.has(model) ? { ...payload, jti: undefined } : payload),
    grant_id: payload.grantId ?? null,
    account_id: (model === 'Grant' && payload.accountId) || null,
    client_id: (model === 'Grant' && payload.clientId) || null,
    uid: payload.uid ?? null,
    expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
  }
  const write = (connection: Kysely<IdentityTables>) =>
    connection
      .insertInto('provider_records')
      .values({ model, id, ...values })
      .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
      .execute()
  if (model === 'Session' && payload.uid !== undefined && payload.accountId !== undefined) {
    const session = { id: payload.uid, accountId: payload.accountId, signedInAt: instantOf(payload.loginTs) }
    await database.transaction().execute(async (transaction) => {
      await addSession(transaction, session)
      await write(transaction)
    })
    return
  }
  const { grantId } = payload
  if (!bearerModels.has(model) || grantId === undefined) {
    await write(database)
    return
  }
  await database.transaction().execute(async (transaction) => {
    await lockGrant(transaction, grantId)
    await write(transaction)
  })
}

/** Prevents other requests from ending the grant before this transaction ends. Fails if the grant has already ended. */
async function lockGrant(transaction: Transaction<IdentityTables>, grantId: string): Promise<void> {
  const grant = await transaction
    .selectFrom('provider_records')
    .select('id')
    .where('model', '=', 'Grant')
    .where('id', '=', grantId)
    .forShare()
    .executeTakeFirst()
  if (!grant) throw new errors.InvalidGrant('the grant has ended')
}

async function findRecord(
  database: Kysely<IdentityTables>,
  model: string,
  column: keyof ProviderRecordsTable & ('id' | 'uid'),
  value: string,
): Promise<AdapterPayload | undefined> {
  const record = await database
    .selectFrom('provider_records')
    .select((select) => ['payload', select('consumed_at', 'is not', null).as('consumed')])
    .where('model', '=', model)
    .where(column, '=', value)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date())]))
    .executeTakeFirst()
  if (!record) return undefined
  // Only `upsertRecord` writes payloads, so the payload has the provider's type.
  const payload = record.payload as AdapterPayload
  return record.consumed ? { ...payload, consumed: true } : payload
}

async function consumeRecord(database: Kysely<IdentityTables>, model: string, id: string): Promise<void> {
  const consumed = await database
    .updateTable('provider_records')
    .set({ consumed_at: new Date() })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  if (consumed.numUpdatedRows > 0n) return
  const record = await findRecord(database, model, 'id', id)
  if (record?.grantId !== undefined) await endGrant(database, record.grantId)
  throw new errors.InvalidGrant('already used')
}

/** Deletes the grant first, so that no further token of it can be saved. Then deletes its codes and tokens. */
async function endGrant(database: Kysely<IdentityTables>, grantId: string): Promise<void> {
  await database.deleteFrom('provider_records').where('model', '=', 'Grant').where('id', '=', grantId).execute()
  await database.deleteFrom('provider_records').where('grant_id', '=', grantId).execute()
}

async function revokeGrant(database: Kysely<IdentityTables>, model: string, grantId: string): Promise<void> {
  await database.deleteFrom('provider_records').where('model', '=', model).where('grant_id', '=', grantId).execute()
}

/**
 * @param seconds since 1970; undefined: now
 */
function instantOf(seconds: number | undefined): Date {
  return seconds === undefined ? new Date() : new Date(seconds * 1000)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
