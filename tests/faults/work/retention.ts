import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { recount } from '../../../services/photos/recount.ts'
import { inDatabase, seedMany } from '../../services/photos/seeding.ts'
import { Customer, until } from '../../services/storage/customer.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { compare, type Finding, type LongWork, type Round } from './longWork.ts'

const photosEach = 3
/** How many mails are sent in parallel. Only these can be sent twice after a kill. */
const mailsAtATime = 2
/** Longer than the interval at which running services look for jobs of a killed process. */
const recoveryMilliseconds = 5_000
const day = 86_400_000

/** Account ids, grouped by what the run must do with the account. */
interface Accounts {
  /** Due for deletion. */
  readonly due: readonly string[]
  /** Due too, but the account places an order just before the run, so its library must stay. */
  readonly ordering: readonly string[]
  /** Due in some days: the run must send a reminder. */
  readonly warned: readonly string[]
  /** Neither due nor warned: the run must not change these accounts. */
  readonly others: readonly string[]
}

/** A retention run: it deletes expired libraries, and sends reminders to those that expire soon. */
export const retentionWork: LongWork = createRetentionWork(60, 2)

/**
 * @param count the number of accounts of each kind
 * @param kills the maximum number of kills
 */
export function createRetentionWork(count: number, kills: number): LongWork {
  return {
    name: 'retention',
    services: 'site,customers,photos',
    settings: { DEMO: 'true' },
    prepare: (services) => prepare(services, count, kills),
  }
}

async function prepare(services: KillableServices, count: number, kills: number): Promise<Round> {
  const idsOf = () => Array.from({ length: count }, () => randomUUID())
  const accounts: Accounts = { due: idsOf(), ordering: idsOf(), warned: idsOf(), others: idsOf() }
  await services.kill()
  await inDatabase(services.installation, (database) => seed(database, accounts), ['customers'])
  await services.start()
  return {
    async begin() {
      // An order protects the library from the moment of its response, even if other services have not received its
      // event.
      await Promise.all(accounts.ordering.map((id) => operate(services, 'orders', { email: addressOf(id) })))
      await operate(services, 'retention', {})
    },
    async end() {
      for (const id of accounts.due) {
        await until(
          async () => ((await photosOf(services, id)) === 0 ? true : null),
          `the deletion of the photos of ${id}`,
        )
      }
      await until(
        async () => (new Set(readMails(services).map(({ to }) => to)).size >= count ? true : null),
        'a mail to each account',
      )
      // A mail arrives before its outcome is recorded, so wait for the last outcomes, too.
      await until(async () => ((await sizeOfNextRun(services)) === 0 ? true : null), 'an empty dry run')
      // A job that a kill interrupted after its mail was sent is repeated only after some time.
      await until(async () => ((await countUnsent(services)) === 0 ? true : null), 'the outcome of each reminder')
    },
    verify: () => verify(services, accounts, kills),
  }
}

const addressOf = (id: string) => `${id}@example.com`

async function seed(database: Kysely<PhotosTables>, accounts: Accounts): Promise<void> {
  const now = Date.now()
  // Eighteen months are 546 to 550 days.
  await addAccounts(database, [...accounts.due, ...accounts.ordering], new Date(now - 560 * day))
  // The state just after the deletion date, with all reminders sent.
  await sql`update customers.accounts set delayed_at = ${new Date(now - 1)}`.execute(database)
  await sql`update customers.accounts set reminded = 4`.execute(database)
  await addAccounts(database, accounts.warned, new Date(now - 535 * day))
  await addAccounts(database, accounts.others, new Date(now - 100 * day))
  for (const id of Object.values(accounts).flat()) await seedMany(database, id, photosEach)
  // The run keeps photos that were added after the deletion date.
  await sql`update photos.photos set created_at = now() - interval '100 days'`.execute(database)
}

async function addAccounts(database: Kysely<PhotosTables>, ids: readonly string[], registered: Date): Promise<void> {
  await sql`
    insert into customers.accounts (id, email, registered_at)
    select id, id || '@example.com', ${registered} from unnest(${[...ids]}::uuid[]) as id`.execute(database)
}

async function operate(services: KillableServices, path: string, body: unknown): Promise<unknown> {
  const secret = readFileSync(join(services.installation.dataDir, 'keys', 'operator'), 'utf8').trim()
  const response = await fetch(`${services.url}/customers/dev/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-secret': secret },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} responded with status ${response.status}.`)
  return response.json()
}

async function photosOf(services: KillableServices, id: string): Promise<number> {
  return (await new Customer(services.url, services.issuer, id).call('GET', '/photos/users')).body.photosCount
}

/** The number of accounts that another run would act on now, according to a dry run. */
async function sizeOfNextRun(services: KillableServices): Promise<number> {
  const answer = await operate(services, 'retention/dry-run', {})
  const isAnswer = typeof answer === 'object' && answer !== null && 'outcomes' in answer
  return isAnswer && Array.isArray(answer.outcomes) ? answer.outcomes.length : Number.NaN
}

/**
 * Counts the reminders without an outcome. Stops the services for this, because the embedded database cannot be read
 * while they run. If there are such reminders, then waits for a while, in which the restarted services find interrupted
 * jobs.
 */
async function countUnsent(services: KillableServices): Promise<number> {
  let unsent = 0
  await services.stop()
  await inDatabase(services.installation, async (database) => {
    const { rows } = await sql`select from customers.reminders where sent_at is null`.execute(database)
    unsent = rows.length
  })
  await services.start()
  if (unsent > 0) await sleep(recoveryMilliseconds)
  return unsent
}

interface Mail {
  readonly to: string
  readonly subject: string
}

/** Reads the outbox. Files with a leading dot are skipped: their mails are not complete yet. */
function readMails({ installation }: KillableServices): Mail[] {
  const folder = join(installation.dataDir, 'outbox')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Mail)
}

async function verify(services: KillableServices, accounts: Accounts, kills: number): Promise<readonly Finding[]> {
  await services.kill()
  const mails = readMails(services)
  const reminded = [...new Set(mails.map(({ to }) => to))]
  const repeated = mails.length - reminded.length
  const findings: Finding[] = [
    compare('nothing lost', 'recipients of mails', reminded.toSorted(), accounts.warned.map(addressOf).toSorted()),
    compare(
      'no duplicates',
      'repeated mails, beyond those that a kill may repeat',
      Math.max(0, repeated - kills * mailsAtATime),
      0,
    ),
  ]
  await inDatabase(services.installation, async (database) => {
    const dueEvents = await sql<{ owner: string }>`
      select owner from platform.events where type = 'library.retention-due'`.execute(database)
    const removed = await sql<{ photos: number; different: number }>`
      select count(*) as photos, count(distinct photo->>'imageId') as different
      from platform.events, jsonb_array_elements(data->'photos') as photo where type = 'photos.removed'`.execute(
      database,
    )
    const kept = await sql<{ owner_id: string }>`
      select owner_id from photos.photos group by owner_id having count(*) = ${photosEach}`.execute(database)
    const photos = await sql<{ count: number }>`select count(*) from photos.photos`.execute(database)
    const reminders = await sql<{ sent: number; all: number }>`
      select count(sent_at) as sent, count(*) as all from customers.reminders`.execute(database)
    const unfinished = await sql`select from photos.library_deletions`.execute(database)
    const safe = [...accounts.ordering, ...accounts.warned, ...accounts.others]
    const gone = accounts.due.length * photosEach
    findings.push(
      compare(
        'no duplicates',
        'events for libraries to delete',
        dueEvents.rows.map(({ owner }) => owner).toSorted(),
        accounts.due.toSorted(),
      ),
      compare('no duplicates', 'deleted photos', removed.rows[0], { photos: gone, different: gone }),
      compare(
        'nothing lost',
        'libraries that remain complete',
        kept.rows.map(({ owner_id: owner }) => owner).toSorted(),
        safe.toSorted(),
      ),
      compare('right result', 'remaining photos', photos.rows[0], { count: safe.length * photosEach }),
      compare('right result', 'reminders', reminders.rows[0], {
        sent: accounts.warned.length,
        all: accounts.warned.length,
      }),
      compare('no orphans', 'unfinished deletions', unfinished.rows.length, 0),
      compare('no orphans', 'wrong month counts', await recount(database), 0),
    )
  })
  return findings
}
