import { expect, test } from 'vitest'
import { type ArchiveFact, archiveFactFrom } from '../../../gateway/upstream/downloads/archiveMessages.ts'
import { SnapshotChanges } from '../../../gateway/upstream/live/snapshotChanges.ts'
import { credentialsOf } from '../../support/liveService.ts'

test('at most 500 jobs are remembered; a new job replaces the job that was updated longest ago', async () => {
  const changed: (string | null)[] = []
  let state: ArchiveFact[] = []
  const changes = new SnapshotChanges<ArchiveFact>(
    {
      fetch: async () => state,
      jobOf: ({ job }) => job,
      isSame: (one, other) => one.kind === other.kind,
    },
    {
      credentials: () => credentialsOf('anna'),
      onChanges: (facts) => changed.push(...facts.map(({ job }) => job)),
      onFailure: () => undefined,
    },
  )
  const learn = (number: number) => changes.learn(archiveFactFrom(`job ${number}`, 'started', null))
  for (let number = 0; number < 500; number += 1) learn(number)
  learn(0)
  learn(500)
  state = [0, 1, 2, 500].map((number) => archiveFactFrom(`job ${number}`, 'started', null))
  await changes.fetch()
  expect(changed).toEqual(['job 1'])
})
