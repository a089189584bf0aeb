import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createRetentionWork } from '../../faults/work/retention.ts'
import { createKillableServices } from '../../support/killableServices.ts'
import { publicUrl } from '../storage/customer.ts'

const work = createRetentionWork(15, 1)
/** Usually in the middle of the run; the test must hold at any time. */
const killedAfterMilliseconds = 250

describe('a retention run whose process is killed', () => {
  // For both databases, ten times: `npm run test:faults -- work retention`.
  test('deletes and sends the right things, once', async () => {
    const services = await createKillableServices('a PostgreSQL server', publicUrl, work.services, work.settings)
    try {
      const round = await work.prepare(services)
      await round.begin()
      await setTimeout(killedAfterMilliseconds)
      await services.kill()
      await services.start()
      await round.end()
      const findings = await round.verify()
      expect(findings.filter(({ met }) => !met)).toEqual([])
      expect(new Set(findings.map(({ aim }) => aim)).size).toBe(4)
    } finally {
      await services.remove()
    }
  })
})
