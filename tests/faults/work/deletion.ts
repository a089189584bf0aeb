import { randomUUID } from 'node:crypto'
import { AccountOwner } from '../../services/deletion/accountOwner.ts'
import { filesWith, rowsOf, tablesWith } from '../../services/deletion/traces.ts'
import { until } from '../../services/storage/customer.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { withPlatform } from './library.ts'
import { compare, type Finding, type LongWork, type Round } from './longWork.ts'

const publicUrl = 'http://keepsake.test:4000'
/** Rows of this table change whenever an event is handled. */
const changing = /^photos\.month_counts/

const stays = (row: string) => !changing.test(row)

/** The deletion of an account with photos, albums, a project and an archive, beside another account. */
export const deletionWork: LongWork = createDeletionWork(20, 3)

/**
 * @param photos the number of photos of each account
 * @param kills how many times the services are killed in a round
 */
export function createDeletionWork(photos: number, kills: number): LongWork {
  return {
    name: 'deletion',
    services: 'identity,site,storage,photos,customers,downloads,exports,orders,invoices,vouchers,projects,products',
    // The identity service runs in the same process, so that there is a real sign-in.
    settings: { IDENTITY_URL: '', DEMO: 'true', DELETION_GRACE: '0', DELETION_SETTLE: '0', ORDER_PACE: '0' },
    kills,
    prepare: (services) => prepare(services, photos, kills),
  }
}

async function prepare(services: KillableServices, photos: number, kills: number): Promise<Round> {
  const place = { url: services.url, publicUrl, dataDir: services.installation.dataDir }
  const owner = await AccountOwner.register(place)
  const other = await AccountOwner.register(place)
  for (const person of [owner, other]) await fill(person, photos)
  await services.kill()
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
        return [
          compare('right result', 'tables with traces', tables, []),
          compare('no orphans', 'files with traces', await filesWith(place.dataDir, texts), []),
          compare('nothing lost', 'rows of the other account', rows.filter(stays), before.filter(stays)),
          // A kill between the mail and the deletion of the account sends the receipt again.
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

/** How many deletions have not ended, according to the metrics. */
async function unfinished({ url }: KillableServices): Promise<number> {
  const metrics = await fetch(`${url}/identity/metrics`).then(
    async (response) => response.text(),
    () => '',
  )
  const counts = [...metrics.matchAll(/^identity_deletions_count\{[^}]*\} (\d+)$/gm)].map(([, count]) => Number(count))
  return counts.length === 0 ? Number.NaN : counts.reduce((sum, count) => sum + count, 0)
}
