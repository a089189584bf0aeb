import { parseArgs } from 'node:util'
import { z } from 'zod'
import { callOperator } from './operator.ts'
import { failWith, type LauncherSettings, readSettings } from './settings.ts'

const pageSchema = z.object({
  outcomes: z.array(
    z.object({
      email: z.string(),
      what: z.enum(['deletion', 'reminder']),
      number: z.number().optional(),
      deletionDate: z.string(),
    }),
  ),
  cursor: z.string().nullable(),
})
const reminders = ['three months', 'one month', 'one week', 'one day']
const usage = `Say what:
  npm run retention -- --dry-run [--now 2027-05-01]
  npm run retention -- --delay 2027-05-01 --account e-mail
  npm run retention -- --delay none --account e-mail
or nothing, to have the run of this hour now`

/**
 * `npm run retention`: has the running product delete the photos whose time is over, and remind of those whose time is
 * nearly over, without waiting for the hour. `--dry-run` only prints who would get what, `--delay` grants an account a
 * later date or takes it back.
 */
try {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean' },
      now: { type: 'string' },
      delay: { type: 'string' },
      account: { type: 'string' },
    },
  })
  const settings = readSettings(process.env)
  const { 'dry-run': isDry, now, delay, account } = values
  const isDelay = delay !== undefined && account !== undefined && !isDry && now === undefined
  const isRun = delay === undefined && account === undefined && (isDry || now === undefined)
  if (isDelay) await grant(settings, account, delay)
  else if (!isRun) throw new Error(usage)
  else if (isDry) await printDryRun(settings, now)
  else await run(settings)
} catch (error) {
  failWith(error)
}

async function run(settings: LauncherSettings): Promise<void> {
  await callOperator(settings, '/dev/customers/retention', {})
  process.stdout.write('It has begun.\n')
}

async function grant(settings: LauncherSettings, email: string, delay: string): Promise<void> {
  const delayedDeletionDate = delay === 'none' ? null : instantOf(delay)
  await callOperator(settings, '/dev/customers/delays', { email, delayedDeletionDate })
  const date = delayedDeletionDate === null ? 'by the rule again' : `on ${delayedDeletionDate}`
  process.stdout.write(`The photos of ${email} are to be deleted ${date}.\n`)
}

async function printDryRun(settings: LauncherSettings, now: string | undefined): Promise<void> {
  const at = now === undefined ? undefined : instantOf(now)
  const counts = { deletion: 0, reminder: 0 }
  let cursor: string | null | undefined
  while (cursor !== null) {
    const body = { now: at, cursor }
    const page = pageSchema.parse(await callOperator(settings, '/dev/customers/retention/dry-run', body))
    for (const { email, what, number, deletionDate } of page.outcomes) {
      counts[what] += 1
      const said = what === 'deletion' ? 'deletion' : `reminder (${reminders[(number ?? 0) - 1] ?? number})`
      process.stdout.write(`${deletionDate}  ${said.padEnd(24)}${email}\n`)
    }
    cursor = page.cursor
  }
  process.stdout.write(`Deletions: ${counts.deletion}. Reminders: ${counts.reminder}. Nothing was changed.\n`)
}

/** A day is its beginning in UTC. */
function instantOf(text: string): string {
  const date = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? new Date(text) : null
  if (!date || Number.isNaN(date.getTime())) throw new Error(`${text} is no date such as 2027-05-01.`)
  return date.toISOString()
}
