import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { makeJpeg } from '../../support/pictures.ts'
import { home, orderOf } from '../orders/orderServices.ts'
import { type Customer, until } from '../storage/customer.ts'
import type { AccountOwner } from './accountOwner.ts'
import type { DeletionServices } from './deletionServices.ts'

/** Ids of what `fillAccount` has made. */
export interface Filled {
  readonly photoIds: readonly string[]
  readonly orderCode: string
  readonly publicVoucher: string
}

/** Puts data of every kind into an account. Every text contains the person's word. */
export async function fillAccount(services: DeletionServices, owner: AccountOwner): Promise<Filled> {
  const { customer, word } = owner
  const photoIds = await fillLibrary(customer, word)
  await fillLongWork(customer, word, photoIds)
  await customer.call('PUT', `/projects/api/v2/project/${randomUUID()}`, {
    body: { name: word, productCode: 'PAP_370', articleType: 'PhotoBook', pages: 24, photoIds },
  })
  const publicVoucher = await fillVouchers(services, owner)
  const orderCode = await fillOrders(services, owner, photoIds)
  await fillDirectly(services, owner)
  const { status, body } = await customer.call('POST', '/customers/customers/me/data-files')
  if (status !== 201) throw new Error(`The request for the data was answered with ${status}.`)
  await until(async () => {
    const { body: file } = await customer.call('GET', `/customers/customers/me/data-files/${body.fileId}`)
    return file.status === 'READY' ? true : null
  }, 'the file with all data')
  // The customers service counts projects and orders by events. A count that changes later would look like a lost row.
  await until(async () => {
    const { body: account } = await customer.call('GET', '/customers/accounts/getaccountinformation')
    return account.projectCount > 0 && account.lastOrderDate !== null ? true : null
  }, 'the project and the order to be counted')
  return { photoIds, orderCode, publicVoucher }
}

async function fillLibrary(customer: Customer, word: string): Promise<readonly string[]> {
  for (const seed of [1, 2, 3]) await customer.upload(await makeJpeg({ seed }), `${word}-${seed}.jpg`)
  const photos = await customer.photosOf(3)
  const [first, second, third] = photos.map(({ imageId }) => imageId)
  const kept = [first, second].flatMap((id) => id ?? [])
  // An upload that never ends, and one that is refused.
  const unfinished = await customer.create(1_000, `${word}-unfinished.jpg`)
  await customer.append(unfinished.headers.get('location') ?? '', 0, Buffer.from(`unfinished ${word}`))
  await customer.upload(Buffer.from(`no picture ${word}`), `${word}-refused.jpg`)
  const { body } = await customer.call('POST', '/photos/albums', { body: { name: word } })
  await customer.call('POST', `/photos/albums/${body.albumId}/photos`, { body: { photoIds: kept } })
  await customer.call('POST', '/photos/temp-selections', { body: { photoIds: kept } })
  await customer.call('DELETE', '/photos/photos', { body: { photoIds: [third] } })
  return kept
}

async function fillLongWork(customer: Customer, word: string, photos: readonly string[]): Promise<void> {
  const download = await customer.call('POST', '/downloads/downloads', { body: { photos, name: word } })
  const backup = await customer.call('POST', '/exports/backups', { body: { channelId: 'k' } })
  await until(async () => {
    const { body } = await customer.call('GET', `/downloads/downloads/${download.body.id}`)
    return body.state === 'finished' ? true : null
  }, 'the archive to be finished')
  await until(async () => {
    const { body } = await customer.call('GET', `/exports/backups/${backup.body.backupId}`)
    return body.status === 'READY' ? true : null
  }, 'the export to be ready')
}

/** @returns the code of a voucher that everybody can use once, and that the account has used */
async function fillVouchers(services: DeletionServices, owner: AccountOwner): Promise<string> {
  const [personal, publicVoucher] = [randomUUID().toUpperCase(), randomUUID().toUpperCase()]
  await sql`
    insert into vouchers.vouchers (code, campaign_name, account_id, is_single_use, percentage)
    values (${personal}, ${owner.word}, ${owner.id}, true, 10), (${publicVoucher}, 'Spring', null, true, 10)`.execute(
    services.database,
  )
  await sql`
    insert into vouchers.reservations (id, code, is_single_use, account_id, request_key, order_code, digest, discounts, state, expires_at)
    select gen_random_uuid(), code, true, ${owner.id}, ${owner.word} || code, ${owner.word.toUpperCase()}, ${owner.word},
      '{"currency":"EUR","lines":[]}', 'used', now() from unnest(array[${personal}, ${publicVoucher}]) as code`.execute(
    services.database,
  )
  await owner.customer.call('GET', `/vouchers/api/v1/campaigns/offers/${randomUUID()}`)
  return publicVoucher
}

/** @returns the code of a dispatched order */
async function fillOrders(
  services: DeletionServices,
  owner: AccountOwner,
  photoIds: readonly string[],
): Promise<string> {
  const order = await placeOrder(services, owner, photoIds)
  await finishOrder(services, owner, order)
  const secret = (await readFile(join(services.dataDir, 'keys', 'services'), 'utf8')).trim()
  await owner.customer.call('PUT', `/products/v1/pdf/${owner.id}/${order}-1`, {
    body: Buffer.from(`%PDF-1.4\n${owner.word}`),
    headers: { authorization: '', 'x-service-secret': secret, 'content-type': 'application/pdf' },
  })
  await until(async () => {
    const { body } = await owner.customer.call('GET', `/widgets/v1/widget/${order}-2`)
    return body.state === 'ready' ? true : null
  }, 'the online book to be ready')
  return order
}

async function shopCall(services: DeletionServices, owner: AccountOwner, method: string, path: string, body: unknown) {
  const secret = (await readFile(join(services.dataDir, 'keys', 'services'), 'utf8')).trim()
  const headers = { authorization: '', 'x-service-secret': secret, 'idempotency-key': randomUUID() }
  const answer = await owner.customer.call(method, `/orders/v1/superorders${path}`, { body, headers })
  if (answer.status >= 300)
    throw new Error(`The shop was answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Places an order that is paid; returns its code. */
export async function placeOrder(
  services: DeletionServices,
  owner: AccountOwner,
  photoIds: readonly string[] = [],
): Promise<string> {
  const deliveryAddress = { ...home, name: `Mira ${owner.word}`, street: `${owner.word}straat` }
  const order = orderOf(owner, { deliveryAddress })
  const lines = order.lines.map((line) => ({ ...line, voucher: undefined, photoIds, title: owner.word }))
  return (await shopCall(services, owner, 'POST', '', { ...order, lines })).orderCode
}

/** Reports all steps of production. */
export async function finishOrder(services: DeletionServices, owner: AccountOwner, order: string): Promise<void> {
  const trackingUrl = `https://track.example/${owner.word}`
  const lines = [1, 2].map((number) => ({ number, quantity: number === 1 ? 3 : 1 }))
  const parcel = { number: 1, carrier: 'PostNL', trackingNumber: owner.word, trackingUrl, lines }
  for (const step of [
    { step: 'ProductionStarted' },
    { step: 'ProductionCompleted' },
    { step: 'ParcelDispatched', parcel },
  ]) {
    await shopCall(services, owner, 'PUT', `/${order}/production`, step)
  }
}

/** Inserts rows that the product itself would write only after days or weeks. */
async function fillDirectly({ database }: DeletionServices, { id, email, word }: AccountOwner): Promise<void> {
  const [file, newsletter] = [randomUUID(), randomUUID()]
  const statements = [
    sql`insert into customers.reminders (account_id, deletion_at, number) values (${id}, now(), 1)`,
    sql`insert into customers.profiles (account_id, first_name, last_name) values (${id}, 'Mira', ${word})`,
    sql`insert into customers.addresses (account_id, country, street, city, is_default)
      values (${id}, 'NL', ${word}, ${word}, true)`,
    sql`insert into photos.imports (owner_id, id, owner_email, folder, state)
      values (${id}, gen_random_uuid(), ${email}, ${word}, 'finished') on conflict do nothing`,
    sql`insert into photos.import_albums (owner_id, position, name) values (${id}, 1, ${word})`,
    sql`insert into photos.import_files (id, owner_id, number, path, file_name, state, upload_id)
      values (${file}, ${id}, 1, ${word}, ${word}, 'imported', gen_random_uuid())`,
    sql`insert into photos.import_album_files (owner_id, album, place, file) values (${id}, 1, 1, ${file})`,
    sql`insert into photos.import_arrivals (owner_id, image_id) values (${id}, gen_random_uuid())`,
    sql`insert into photos.library_deletions (owner_id, before) values (${id}, '-infinity')`,
    sql`insert into photos.trash_emptyings (owner_id, before) values (${id}, '-infinity')`,
    sql`insert into projects.demo_accounts (account_id) values (${id})`,
    sql`insert into storage.demo_pictures (owner_id, number, done) values (${id}, 1, true)`,
    sql`insert into identity.email_changes (id, account_id, old_email, old_email_key, new_email, revertible_until)
      values (gen_random_uuid(), ${id}, ${`old-${email}`}, ${`old-${email}`}, ${email}, now())`,
    sql`insert into identity.passkeys (id, account_id, credential_id, public_key, counter, transports, name)
      values (gen_random_uuid(), ${id}, ${word}, ${word}, 0, '', ${word})`,
    sql`insert into identity.connections (account_id, client_id, name, scopes)
      values (${id}, ${word}, ${word}, 'openid photos:read')`,
    sql`insert into mailing.profiles (account_id, email, email_key) values (${id}, ${email}, ${email})`,
    sql`insert into mailing.consents (id, account_id, kind, place, email)
      values (gen_random_uuid(), ${id}, 'requested', 'settings', ${email})`,
    sql`insert into mailing.opt_in_links (digest, account_id, email_key, expires_at)
      values (${word}, ${id}, ${email}, now())`,
    sql`insert into mailing.newsletters (id, name, letter, finished_at)
      values (${newsletter}, ${newsletter}, 'yearBook', now())`,
    sql`insert into mailing.deliveries (newsletter_id, account_id, email_key, unsubscribe_digest)
      values (${newsletter}, ${id}, ${email}, ${word})`,
    // The provider does not know this method. Its reference is logged, so it must not contain the word.
    sql`insert into payments.methods (id, account_id, provider_reference, kind, brand, setup_started_at)
      values (gen_random_uuid(), ${id}, ${`demo_${file}`}, 'card', ${word}, now())`,
    sql`insert into payments.setups (id, account_id, kinds, state, ended_at)
      values (gen_random_uuid(), ${id}, '{card}', 'stored', now())`,
    sql`insert into widgets.cancelled_orders (order_code, account_id) values (${word}, ${id})`,
    sql`insert into widgets.shares (account_id) values (${id})`,
    sql`insert into widgets.demo_accounts (account_id) values (${id})`,
    sql`insert into widgets.links (id, code, account_id, kind, recipient_email, recipient_key, message)
      select ${file}, code, ${id}, 'recipient', ${email}, ${email}, ${word} from widgets.widgets
      where account_id = ${id} limit 1`,
    sql`insert into widgets.gallery_entries (code, channel, account_id, title, description, category_ids, link_id)
      select code, 'k', ${id}, ${word}, ${word}, '{}', id from widgets.links where id = ${file}`,
  ]
  for (const statement of statements) await statement.execute(database)
}
