import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Platform } from '../../../services/platform/platform.ts'
import { deleteProject, restoreProject, saveProject } from '../../../services/projects/changes.ts'
import { databaseKinds } from '../../support/database.ts'
import { countStatements, entriesReadSoFar } from '../databaseCost.ts'
import { content, ProjectServices } from './projectServices.ts'

describe.each(databaseKinds)('a change of a project, on %s', (kind) => {
  const services = new ProjectServices(kind)

  /** The platform, with an event log that calls `appended` in the transaction of each event. */
  function platformWith(appended: Platform['events']['append']): Platform {
    const { platform } = services
    const append: Platform['events']['append'] = async (change, events) => {
      await platform.events.append(change, events)
      await appended(change, events)
    }
    return { ...platform, events: { ...platform.events, append } }
  }

  test('appends its event last, because other services wait for the end of its transaction', async () => {
    const { database, statements } = countStatements(services.database)
    const appendedAt: number[] = []
    const platform = platformWith(async () => void appendedAt.push(statements()))
    const key = { accountId: randomUUID(), id: randomUUID() }
    const changes = [
      () => saveProject(platform, database, key, content, undefined),
      () => saveProject(platform, database, key, { ...content, name: 'Second' }, 1),
      () => deleteProject(platform, database, key.accountId, key.id),
      () => restoreProject(platform, database, key.accountId, key.id),
    ]
    for (const [index, change] of changes.entries()) {
      await change()
      expect(appendedAt).toHaveLength(index + 1)
      expect(statements()).toBe(appendedAt[index])
    }
  })

  test('reads none of its photos if it deletes the project', async () => {
    const { database } = services
    const key = { accountId: randomUUID(), id: randomUUID() }
    const photoIds = Array.from({ length: 1_000 }, () => randomUUID())
    await saveProject(services.platform, database, key, { ...content, photoIds }, undefined)
    let entriesRead = Number.NaN
    const platform = platformWith(async (transaction) => {
      entriesRead = await entriesReadSoFar(transaction, 'projects')
    })
    // The database counts per connection, so all statements use the same connection.
    const readBefore = await database.connection().execute(async (connection) => {
      const before = await entriesReadSoFar(connection, 'projects')
      await deleteProject(platform, connection, key.accountId, key.id)
      return before
    })
    expect(entriesRead - readBefore).toBeLessThan(200)
  })
})
