import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Platform } from '../../../services/platform/platform.ts'
import { me as subscription } from '../../services/mailing/mailingServices.ts'
import { Payer } from '../../services/payments/paymentServices.ts'
import { AccountOwner } from '../../services/deletion/accountOwner.ts'
import { filesWith, rowsOf, tablesWith } from '../../services/deletion/traces.ts'
import { until } from '../../services/storage/customer.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { withPlatform } from './library.ts'
import { compare, type Finding, type LongWork, type Round } from './longWork.ts'

const publicUrl = 'http://keepsake.test:4000'
/** Rows of this table change whenever an event is handled, so they are not compared. */
const changing = /^photos\.month_counts/

const stays = (row: string) => !changing.test(row)

/**
 * The deletion of an account with photos, albums, a project, an archive, a subscription to news and a payment method,
 * beside an account that stays.
 */
export const deletionWork: LongWork = createDeletionWork(20, 3)

/**
 * @param photos the number of photos of each account
 * @param kills how many times the services are killed in a round
 */
export function createDeletionWork(photos: number, kills: number): LongWork {
  return {
    name: 'deletion',
    services:
      'identity,site,storage,photos,customers,downloads,exports,orders,invoices,vouchers,projects,products,mailing,payments,widgets',
    settings: {
      // The identity service runs in the same process, so that there is a real sign-in.
      IDENTITY_URL: '',
      DEMO: 'true',
      DELETION_GRACE: '0',
      DELETION_SETTLE: '0',
      ORDER_PACE: '0',
      LOG_LEVEL: 'debug',
    },
    kills,
    prepare: (services) => prepare(services, photos, kills),
  }
}

async function prepare(services: KillableServices, photos: number, kills: number): Promise<Round> {
  const place = { url: services.url, publicUrl, dataDir: services.installation.dataDir }
  const owner = await AccountOwner.register(place)
  const other = await AccountOwner.register(place)
  await withPlatform(services, confirmAddresses)
  await services.start()
  const cards = new Map<AccountOwner, string>()
  for (const person of [owner, other]) {
    await fill(person, photos)
    cards.set(person, await storeCard(services, person))
    await subscribe(person)
  }
  await sendNewsletter(services, owner)
  const before = await withPlatform(services, async (platform) => rowsOf(platform, other.id))
  await services.start()
  return {
    begin: async () => owner.deleteAccount(),
    async end() {
      await until(async () => ((await unfinished(services)) === 0 ? true : null), 'the account to be erased')
    },
    async verify() {
      const receipts = (await owner.mails()).filter(({ subject }) => subject === 'Your account has been deleted')
      await services.kill()
      const texts = [owner.id, owner.email, owner.word]
      return withPlatform(services, async (platform): Promise<Finding[]> => {
        const [tables, rows] = [await tablesWith(platform, texts), await rowsOf(platform, other.id)]
        const lines = services.log().split('\n')
        return [
          compare('right result', 'cards at the provider', await keptCards(platform, cards), [other.email]),
          compare('right result', 'tables with traces', tables, []),
          compare('no orphans', 'files with traces', await filesWith(place.dataDir, texts), []),
          // The log identifies accounts only by keyed hashes.
          compare(
            'no orphans',
            'lines of the log',
            lines.filter((line) => hasOneOf(line, texts)),
            [],
          ),
          compare('right result', 'a log of each start', lines.length > kills, true),
          compare('nothing lost', 'rows of the other account', rows.filter(stays), before.filter(stays)),
          // After a kill between the mail and the deletion of the account, the receipt is sent again.
          compare('no duplicates', 'enough receipts', receipts.length >= 1 && receipts.length <= 1 + kills, true),
        ]
      })
    },
  }
}

async function fill({ customer, word }: AccountOwner, count: number): Promise<void> {
  for (let seed = 1; seed <= count; seed += 1) {
    await customer.upload(await makeJpeg({ seed, width: 40, height: 30 }), `${word}-${seed}.jpg`)
  }
  const photoIds = (await customer.photosOf(count)).map(({ imageId }) => imageId)
  const { body } = await customer.call('POST', '/photos/albums', { body: { name: word } })
  await customer.call('POST', `/photos/albums/${body.albumId}/photos`, { body: { photoIds } })
  await customer.call('PUT', `/projects/api/v2/project/${randomUUID()}`, {
    body: { name: word, productCode: 'PAP_370', articleType: 'PhotoBook', pages: 24, photoIds },
  })
  const archive = await customer.call('POST', '/downloads/downloads', { body: { photos: photoIds, name: word } })
  await until(async () => {
    const { body: read } = await customer.call('GET', `/downloads/downloads/${archive.body.id}`)
    return read.state === 'finished' ? true : null
  }, 'the archive to be finished')
  // The customers service counts projects by events. A count that changes later would look like a lost row.
  await until(async () => {
    const { body: account } = await customer.call('GET', '/customers/accounts/getaccountinformation')
    return account.projectCount === 1 ? true : null
  }, 'the project to be counted')
}

/** Confirms all e-mail addresses, because only confirmed addresses get news. */
async function confirmAddresses(platform: Platform): Promise<void> {
  await sql`update identity.accounts set email_state = 'confirmed'`.execute(platform.database('platform'))
}

/** Stores a card; returns the id of its setup. */
async function storeCard({ url }: KillableServices, owner: AccountOwner): Promise<string> {
  const payer = new Payer(url, { issue: async () => owner.accessToken }, owner.id)
  const setup = await payer.visit('card')
  const { body } = await payer.complete(setup)
  if (body.outcome !== 'stored') throw new Error(`The card is not stored: ${JSON.stringify(body)}`)
  return setup
}

/** The accounts whose cards the provider still has. */
async function keptCards(platform: Platform, cards: ReadonlyMap<AccountOwner, string>): Promise<readonly string[]> {
  const { rows } = await sql<{ request_key: string }>`
    select request_key from payments.demo_setups
    where method_reference is not null and detached_at is null`.execute(platform.database('platform'))
  const kept = new Set(rows.map(({ request_key: key }) => key))
  return [...cards].flatMap(([{ email }, setup]) => (kept.has(setup) ? [email] : []))
}

/** Subscribes to news, and confirms it by the mailed link. */
async function subscribe(owner: AccountOwner): Promise<void> {
  await owner.customer.call('PUT', subscription, { body: { locale: 'en-GB', textVersion: '2026-11' } })
  const { text } = await owner.mailWith('/subscription-confirmation?')
  const link = new URL(/http\S+\/subscription-confirmation\?\S+/.exec(text)?.[0] ?? '')
  const token = link.searchParams.get('confirmation-token') ?? ''
  const path = `/mailing/api/v1/Profiles/${encodeURIComponent(owner.email)}/subscription/confirm/${token}`
  const { status, body } = await owner.customer.call('POST', path, { headers: { authorization: '' } })
  if (status !== 204) throw new Error(`The subscription was answered with ${status}: ${JSON.stringify(body)}`)
}

async function sendNewsletter(services: KillableServices, { customer }: AccountOwner): Promise<void> {
  const secret = (await readFile(join(services.installation.dataDir, 'keys', 'operator'), 'utf8')).trim()
  await until(async () => {
    const options = { headers: { 'x-operator-secret': secret }, body: { name: 'spring', letter: 'yearBook' } }
    const { body } = await customer.call('POST', '/mailing/dev/newsletters', options)
    return body.state === 'sent' && body.sent === 2 ? true : null
  }, 'the newsletter to be sent')
}

function hasOneOf(line: string, texts: readonly string[]): boolean {
  return texts.some((text) => line.includes(text))
}

/** How many deletions have not ended, according to the metrics. */
async function unfinished({ url }: KillableServices): Promise<number> {
  const metrics = await fetch(`${url}/identity/metrics`).then(
    async (response) => response.text(),
    () => '',
  )
  const counts = [...metrics.matchAll(/^identity_deletions_count\{[^}]*\} (\d+)$/gm)].map(([, count]) => Number(count))
  return counts.length === 0 ? Number.NaN : counts.reduce((sum, count) => sum + count, 0)
}
