import { parseArgs } from 'node:util'
import { z } from 'zod'
import { demoAccounts } from '../services/platform/demo.ts'
import { callOperator } from './operator.ts'
import { failWith, type LauncherSettings, readSettings } from './settings.ts'

/** How many photos one call creates. Such a call ends well within its deadline, on slow machines too. */
const photosPerCall = 50_000

const storageStatuses = ['safe', 'warning', 'critical', 'tomorrow', 'today', 'due', 'reset']
const usage = `Say what to do:
  npm run demo -- --photos 100000 [--month 2024-05]
  npm run demo -- --storage ${storageStatuses.join('|')}
  npm run demo -- --order
  npm run demo -- --orders 10000
  npm run demo -- --projects 3
each with [--account e-mail]`

/**
 * `npm run demo -- …`: changes a demo account of the running product. `--photos` adds synthetic photo records, over
 * the last 200 months or in one month. `--storage` moves the account's clock, so that its storage has the given status.
 * `--order` places an order, which keeps the photos for another 18 months. `--orders` adds past orders, over five
 * years. `--projects` sets the number of projects.
 */
try {
  const { values } = parseArgs({
    options: {
      photos: { type: 'string' },
      month: { type: 'string' },
      storage: { type: 'string' },
      order: { type: 'boolean' },
      orders: { type: 'string' },
      projects: { type: 'string' },
      account: { type: 'string' },
    },
  })
  const settings = readSettings(process.env)
  const email = values.account ?? demoAccounts[0].email
  const { photos, month, storage, order, orders, projects } = values
  if ([photos, storage, order, orders, projects].filter((value) => value !== undefined).length !== 1)
    throw new Error(usage)
  if (photos !== undefined) await addPhotos(settings, email, { photos, month })
  if (storage !== undefined) await setStorageStatus(settings, email, storage)
  if (order) await placeOrder(settings, email)
  if (orders !== undefined) await addOrders(settings, email, orders)
  if (projects !== undefined) await setProjects(settings, email, projects)
} catch (error) {
  failWith(error)
}

async function addPhotos(
  settings: LauncherSettings,
  email: string,
  { photos, month }: { readonly photos: string; readonly month: string | undefined },
): Promise<void> {
  const count = wholeNumber(photos, 1, 'Say how many: npm run demo -- --photos 100000')
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new Error('Give the month as year and month: npm run demo -- --photos 70000 --month 2024-05')
  const started = performance.now()
  for (let left = count; left > 0; left -= photosPerCall) {
    await callOperator(settings, '/dev/photos/synthetic', { email, count: Math.min(left, photosPerCall), month })
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(`${email} has ${count.toLocaleString('en-GB')} more photos (${seconds} s).`)
}

async function setStorageStatus(settings: LauncherSettings, email: string, storage: string): Promise<void> {
  if (!storageStatuses.includes(storage)) throw new Error(usage)
  const answer = await callOperator(settings, '/dev/customers/storage', { email, storage })
  print(`The photos of ${email} are to be deleted on ${deletionDateOf(answer)}.`)
  if (storage === 'due') print('The next run deletes them: npm run retention, or wait for at most an hour.')
}

async function placeOrder(settings: LauncherSettings, email: string): Promise<void> {
  const answer = await callOperator(settings, '/dev/customers/orders', { email })
  print(`${email} has placed the order ${z.object({ orderCode: z.string() }).parse(answer).orderCode}.`)
}

async function addOrders(settings: LauncherSettings, email: string, orders: string): Promise<void> {
  const count = wholeNumber(orders, 1, 'Say how many: npm run demo -- --orders 10000')
  const started = performance.now()
  await callOperator(settings, '/dev/orders/synthetic', { email, count })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(`${email} has ${count.toLocaleString('en-GB')} more orders (${seconds} s).`)
}

async function setProjects(settings: LauncherSettings, email: string, projects: string): Promise<void> {
  const count = wholeNumber(projects, 0, 'Say how many: npm run demo -- --projects 3')
  await callOperator(settings, '/dev/customers/projects', { email, count })
  print(`${email} has ${count} projects.`)
}

function deletionDateOf(answer: unknown): string {
  const dates = z.object({ delayedDeletionDate: z.string().nullable(), projectedDeletionDate: z.string() })
  const { delayedDeletionDate, projectedDeletionDate } = dates.parse(answer)
  return delayedDeletionDate ?? projectedDeletionDate
}

function wholeNumber(text: string, least: number, message: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isInteger(number) || number < least) throw new Error(message)
  return number
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
