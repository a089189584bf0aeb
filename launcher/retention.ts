import { parseArgs } from 'node:util'
import { z } from 'zod'
import { callOperator } from './operator.ts'
import { failWith, type LauncherSettings, readSettings } from './settings.ts'

const pageSchema = z.object({
  outcomes: z.array(
    z.object({
      email: z.string(),
      what: z.enum(['deletion', 'postponement', 'reminder']),
      number: z.number().optional(),
      deletionDate: z.string(),
    }),
  ),
  cursor: z.string().nullable(),
})
const reminders = ['three months', 'one month', 'one week', 'one day']
const usage = `Say what to do:
  npm run retention -- --dry-run [--now 2027-05-01]
  npm run retention -- --delay 2027-05-01 --account e-mail
  npm run retention -- --delay none --account e-mail
  npm run retention -- --pause 2027-05-01
  npm run retention -- --pause none
  npm run retention
Without options, the hourly run starts now.`

/**
 * `npm run retention`: makes the running product delete expired photos and send reminders now, without waiting for the
 * hourly run. `--dry-run` only prints what would happen to which account, `--delay` grants an account a later date or
 * withdraws this date, `--pause` stops deletions and reminders until a date.
 */
try {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean' },
      now: { type: 'string' },
      delay: { type: 'string' },
      account: { type: 'string' },
      pause: { type: 'string' },
    },
  })
  const settings = readSettings(process.env)
  const { now, delay, account, pause } = values
  // Reject other combinations of options, because deletions cannot be undone.
  const asked = Object.keys(values).toSorted().join(' ')
  if (delay !== undefined && account !== undefined && asked === 'account delay') await grant(settings, account, delay)
  else if (pause !== undefined && asked === 'pause') await setPause(settings, pause)
  else if (asked === 'dry-run' || asked === 'dry-run now') await printDryRun(settings, now)
  else if (asked === '') await run(settings)
  else throw new Error(usage)
} catch (error) {
  failWith(error)
}

async function run(settings: LauncherSettings): Promise<void> {
  await callOperator(settings, '/dev/customers/retention', {})
  process.stdout.write('The run has started.\n')
}

async function grant(settings: LauncherSettings, email: string, delay: string): Promise<void> {
  const delayedDeletionDate = delay === 'none' ? null : instantOf(delay)
  await callOperator(settings, '/dev/customers/delays', { email, delayedDeletionDate })
  const date = delayedDeletionDate === null ? 'on the computed date again' : `on ${delayedDeletionDate}`
  process.stdout.write(`The photos of ${email} are to be deleted ${date}.\n`)
}

async function setPause(settings: LauncherSettings, pause: string): Promise<void> {
  const until = pause === 'none' ? null : instantOf(pause)
  await callOperator(settings, '/dev/customers/retention/pause', { until })
  const said =
    until === null ? 'Retention is active again.' : `Until ${until}, no photos are deleted and no reminders are sent.`
  process.stdout.write(`${said}\n`)
}

async function printDryRun(settings: LauncherSettings, now: string | undefined): Promise<void> {
  const at = now === undefined ? undefined : instantOf(now)
  const counts = { deletion: 0, postponement: 0, reminder: 0 }
  let cursor: string | null | undefined
  while (cursor !== null) {
    const body = { now: at, cursor }
    const page = pageSchema.parse(await callOperator(settings, '/dev/customers/retention/dry-run', body))
    for (const { email, what, number, deletionDate } of page.outcomes) {
      counts[what] += 1
      const said = what === 'reminder' ? `reminder (${reminders[(number ?? 0) - 1] ?? number})` : what
      process.stdout.write(`${deletionDate}  ${said.padEnd(24)}${email}\n`)
    }
    cursor = page.cursor
  }
  const { deletion, postponement, reminder } = counts
  const counted = `Deletions: ${deletion}. Postponed by a month: ${postponement}. Reminders: ${reminder}.`
  process.stdout.write(`${counted} Nothing was changed.\n`)
}

/** A date without a time means the start of that day in UTC. */
function instantOf(text: string): string {
  const date = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? new Date(text) : null
  if (!date || Number.isNaN(date.getTime())) throw new Error(`${text} is not a date such as 2027-05-01.`)
  return date.toISOString()
}
