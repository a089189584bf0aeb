import { parseArgs } from 'node:util'
import { demoAccounts } from '../services/platform/demo.ts'
import { callOperator } from './operator.ts'
import { failWith, readSettings } from './settings.ts'

/** What is made well within the time that a call may take, on slow machines too. */
const photosPerCall = 50_000

/**
 * `npm run demo -- --photos N [--month 2024-05] [--account e-mail]`: fills a demo account with synthetic photo records,
 * over the last 200 months or in one.
 */
try {
  const { values } = parseArgs({
    options: { photos: { type: 'string' }, month: { type: 'string' }, account: { type: 'string' } },
  })
  const count = Number(values.photos)
  if (!Number.isInteger(count) || count < 1) throw new Error('Say how many: npm run demo -- --photos 100000')
  const email = values.account ?? demoAccounts[0].email
  const { month } = values
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new Error('Say the month as year and month: npm run demo -- --photos 70000 --month 2024-05')
  const started = performance.now()
  const settings = readSettings(process.env)
  for (let left = count; left > 0; left -= photosPerCall) {
    await callOperator(settings, '/dev/photos/synthetic', { email, count: Math.min(left, photosPerCall), month })
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${email} has ${count.toLocaleString('en-GB')} more photos (${seconds} s).\n`)
} catch (error) {
  failWith(error)
}
