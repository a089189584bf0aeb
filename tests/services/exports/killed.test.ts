import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createExportsWork } from '../../faults/work/exports.ts'
import { doRound } from '../../faults/work/rounds.ts'
import { databaseKinds } from '../../support/database.ts'

const photos = { count: 20, bytes: 50_000 }
/** Five files. */
const chunkBytes = 220_000
/** About as long as the work takes on an idle machine. */
const longestMilliseconds = 800

describe.each(databaseKinds)('an export whose services are killed, on %s', (kind) => {
  test('completes, with nothing duplicated, lost or left behind', async () => {
    const { measures } = await doRound(createExportsWork(photos, chunkBytes), kind, [randomInt(longestMilliseconds)])
    expect(measures.filter(({ met }) => !met)).toEqual([])
  })
})
