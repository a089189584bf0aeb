import type { Kysely } from 'kysely'
import type { IdentityTables } from './tables.ts'

/** How long a page with a challenge can be used. Longer than the browser's own dialog, which waits for 5 minutes. */
const challengeSeconds = 10 * 60

/**
 * Stores the challenge of a page. It replaces the challenge of the previous page.
 * @param interaction the uid of the sign-in request. Only the browser with its cookie can continue this request, so the
 *   challenge is bound to this browser.
 */
export async function storeChallenge(
  database: Kysely<IdentityTables>,
  interaction: string,
  challenge: string,
): Promise<void> {
  const values = { challenge, expires_at: new Date(Date.now() + challengeSeconds * 1000) }
  await database
    .insertInto('passkey_challenges')
    .values({ interaction, ...values })
    .onConflict((conflict) => conflict.column('interaction').doUpdateSet(values))
    .execute()
}

/**
 * Takes the challenge, so that it works once, even if two requests use it at the same moment. Null: there is no valid
 * challenge.
 */
export async function takeChallenge(database: Kysely<IdentityTables>, interaction: string): Promise<string | null> {
  const taken = await database
    .deleteFrom('passkey_challenges')
    .where('interaction', '=', interaction)
    .where('expires_at', '>', new Date())
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge ?? null
}

export async function deleteExpiredChallenges(database: Kysely<IdentityTables>): Promise<void> {
  await database.deleteFrom('passkey_challenges').where('expires_at', '<', new Date()).execute()
}
