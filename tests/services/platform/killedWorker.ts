import { appendFileSync } from 'node:fs'
import { sql } from 'kysely'
import { z } from 'zod'
import { openPlatform } from '../../support/platform.ts'

/**
 * A process with one queue, whose job writes a line to the file when it starts. In the mode `hang`, the process queues
 * the job and inserts a row in one transaction, and the job never ends. In another mode, the job writes a second line.
 */
const [mode = '', dataDir = '', databaseUrl = '', file = ''] = process.argv.slice(2)

const running = await openPlatform({ dataDir, databaseUrl: databaseUrl === '' ? undefined : databaseUrl })
const { jobs } = running.platform
const database = running.platform.database('public')
jobs.define({
  name: 'test.killed',
  payload: z.object({ number: z.number() }),
  concurrency: 1,
  retries: 2,
  timeoutSeconds: 60,
  async run({ number }) {
    appendFileSync(file, `began ${number}\n`)
    if (mode === 'hang') await new Promise(() => undefined)
    appendFileSync(file, `ended ${number}\n`)
  },
})
await running.start()
if (mode === 'hang') {
  await database.transaction().execute(async (transaction) => {
    await sql`create table public.acknowledged (number int)`.execute(transaction)
    await sql`insert into public.acknowledged values (7)`.execute(transaction)
    await jobs.enqueue(transaction, 'test.killed', { number: 7 })
  })
}
