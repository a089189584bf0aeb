import { parseArgs } from 'node:util'
import { demoAccounts } from '../services/platform/demo.ts'
import { callOperator } from './operator.ts'
import { failWith, readSettings } from './settings.ts'

/** `npm run demo -- --photos N [--account e-mail]`: fills a demo account with synthetic photo records. */
try {
  const { values } = parseArgs({ options: { photos: { type: 'string' }, account: { type: 'string' } } })
  const count = Number(values.photos)
  if (!Number.isInteger(count) || count < 1) throw new Error('Say how many: npm run demo -- --photos 100000')
  const email = values.account ?? demoAccounts[0].email
  const started = performance.now()
  await callOperator(readSettings(process.env), '/dev/photos/synthetic', { email, count })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${email} has ${count.toLocaleString('en-GB')} more photos (${seconds} s).\n`)
} catch (error) {
  failWith(error)
}
