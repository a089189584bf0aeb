import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { EventReader } from '../../support/eventReader.ts'
import type { Answer } from '../storage/customer.ts'
import { content, ProjectServices } from './projectServices.ts'

const codeOf = ({ status, body }: Answer) => [status, body.code]

describe.each(databaseKinds)('a project that an editor saves, on %s', (kind) => {
  const services = new ProjectServices(kind, ['customers'])

  test('is read with all its facts', async () => {
    const editor = services.newEditor()
    const [id, one, two] = [randomUUID(), randomUUID(), randomUUID()]
    const saved = await editor.save(id, { name: ' Our\nyear ', photoIds: [two, one.toUpperCase(), two] })
    expect([saved.status, saved.headers.get('etag')]).toEqual([201, '"1"'])
    const { body } = await editor.call('GET', '/customers/accounts/getaccountinformation')
    const day = new Date(Date.parse(body.projectedDeletionDate) - 86_400_000).toISOString().slice(0, 10)
    const facts = {
      id,
      name: 'Our year',
      productCode: 'PAP_370',
      articleType: 'PhotoBook',
      pages: 48,
      version: 1,
      created: expect.any(String),
      changed: expect.any(String),
      state: 'complete',
      printableUntil: day,
      restorableUntil: null,
      thumbnailPhotoIds: [two, one],
      photosCount: 2,
      missingPhotosCount: 0,
    }
    expect(saved.body).toEqual(facts)
    const read = await editor.open(id)
    expect(read.body).toEqual({ ...facts, photoIds: [two, one], missingPhotoIds: [] })
    expect(read.headers.get('etag')).toBe('"1"')
    expect((await editor.list()).body).toEqual({ projects: [facts], totalCount: 1 })
  })

  test('is replaced only with the version that was read', async () => {
    const editor = services.newEditor()
    const id = await editor.add({ photoIds: [randomUUID()] })
    const without = await editor.save(id, { name: 'Without a version' })
    expect([...codeOf(without), without.body.facts]).toEqual([428, 'VERSION_REQUIRED', { version: 1 }])
    const next = randomUUID()
    const saved = await editor.save(id, { name: 'Second', photoIds: [next] }, '"1"')
    expect([saved.status, saved.body.version, saved.headers.get('etag')]).toEqual([200, 2, '"2"'])
    const stale = await editor.save(id, { name: 'Stale' }, '"1"')
    expect([...codeOf(stale), stale.body.facts]).toEqual([412, 'VERSION_CHANGED', { version: 2 }])
    expect((await editor.open(id)).body).toMatchObject({ name: 'Second', photoIds: [next] })
    expect((await editor.save(id, { name: 'Any' }, '*')).body).toMatchObject({ name: 'Any', version: 3 })
    for (const version of ['*', '"1"']) {
      expect(codeOf(await editor.save(randomUUID(), {}, version))).toEqual([412, 'VERSION_CHANGED'])
    }
    for (const version of ['3', 'W/"3"', '"x"']) expect((await editor.save(id, {}, version)).status).toBe(400)
  })

  test('is saved by one of two editors that have read the same version', async () => {
    const editor = services.newEditor()
    const id = await editor.add()
    const answers = await Promise.all(['a', 'b', 'c'].map(async (name) => editor.save(id, { name }, '"1"')))
    expect(statusesOf(answers)).toEqual([200, 412, 412])
    const created = randomUUID()
    const first = await Promise.all(['a', 'b'].map(async (name) => editor.save(created, { name })))
    expect(statusesOf(first)).toEqual([201, 428])
  })

  test('is answered as stored if the editor repeats a request whose answer was lost', async () => {
    const editor = services.newEditor()
    const [id, one, two] = [randomUUID(), randomUUID(), randomUUID()]
    const photoIds = [one, two]
    const repeat = async (expected: string | undefined, status: number, version: number) => {
      const before = await editor.save(id, { photoIds }, expected)
      const again = await editor.save(id, { photoIds }, expected)
      expect([before.status, again.status, again.headers.get('etag')]).toEqual([status, 200, `"${version}"`])
      expect(again.body).toEqual(before.body)
    }
    await repeat(undefined, 201, 1)
    const other = [
      { photoIds, name: 'Another' },
      { photoIds, pages: 50 },
      { photoIds: [two, one] },
      { photoIds: [one] },
    ]
    for (const changed of other) {
      const refused = await editor.save(id, changed)
      expect([...codeOf(refused), refused.body.facts]).toEqual([428, 'VERSION_REQUIRED', { version: 1 }])
    }
    await editor.save(id, {}, '"1"')
    await repeat('"2"', 200, 3)
    for (const changed of other) expect(codeOf(await editor.save(id, changed, '"2"'))).toEqual([412, 'VERSION_CHANGED'])
    expect(codeOf(await editor.save(id, { photoIds }, '"1"'))).toEqual([412, 'VERSION_CHANGED'])
    expect((await editor.open(id)).body).toMatchObject({ version: 3, photoIds })
    await editor.remove(id)
    expect(codeOf(await editor.save(id, { photoIds }, '"2"'))).toEqual([409, 'PROJECT_DELETED'])
  })

  test('belongs to its account: for others it does not exist, even if they use the same id', async () => {
    const [editor, stranger] = [services.newEditor(), services.newEditor()]
    const id = await editor.add({ name: 'Mine' })
    for (const call of [stranger.open(id), stranger.remove(id), stranger.restore(id)]) {
      expect(codeOf(await call)).toEqual([404, 'NOT_FOUND'])
    }
    expect(codeOf(await stranger.save(id, {}, '"1"'))).toEqual([412, 'VERSION_CHANGED'])
    for (const account of [editor.id, randomUUID(), 'x']) {
      expect(codeOf(await stranger.list('', account))).toEqual([404, 'NOT_FOUND'])
    }
    expect((await stranger.save(id, { name: 'Theirs' })).status).toBe(201)
    await stranger.remove(id)
    expect((await editor.open(id)).body).toMatchObject({ name: 'Mine', state: 'complete', version: 1 })
  })

  test('has limits', async () => {
    const editor = services.newEditor()
    const id = randomUUID()
    const photoIds = Array.from({ length: 1_001 }, () => randomUUID())
    const bad = [
      { name: '' },
      { name: ' \n ' },
      { name: 'n'.repeat(101) },
      { productCode: '' },
      { productCode: 'a/b' },
      { articleType: 'x'.repeat(51) },
      { pages: 0 },
      { pages: 1.5 },
      { pages: 1_001 },
      { photoIds },
      { photoIds: ['no id'] },
    ]
    for (const changed of bad) expect((await editor.save(id, changed)).status).toBe(400)
    expect((await editor.save('no-id')).status).toBe(404)
    expect((await editor.save(id, { photoIds: photoIds.slice(1) })).body.photosCount).toBe(1_000)
    const { body } = await editor.call('PUT', `/projects/api/v2/project/${randomUUID()}`, {
      body: { ...content, pages: undefined, articleType: 'Canvas' },
    })
    expect(body).toMatchObject({ pages: null, articleType: 'Canvas', printableUntil: null })
  })

  test('is one of at most 500, even when two are saved or restored at the same time', async () => {
    const editor = services.newEditor()
    const [first, second] = [await editor.add(), await editor.add()]
    await editor.remove(second)
    const rows = Array.from({ length: 498 }, () => ({
      account_id: editor.id,
      id: randomUUID(),
      name: 'p',
      product_code: 'a',
      article_type: 'b',
    }))
    await services.database.insertInto('projects').values(rows).execute()
    const answers = await Promise.all([editor.save(randomUUID()), editor.save(randomUUID()), editor.restore(second)])
    expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toHaveLength(1)
    expect((await editor.list()).body.totalCount).toBe(500)
    const refused = await editor.save(randomUUID())
    expect([...codeOf(refused), refused.body.facts]).toEqual([409, 'TOO_MANY_PROJECTS', { maximum: 500 }])
    expect((await editor.save(first, {}, '"1"')).status).toBe(200)
  })

  test('is counted in the account information', async () => {
    const editor = services.newEditor()
    const count = async () => (await editor.call('GET', '/customers/accounts/getaccountinformation')).body.projectCount
    const ids = await Promise.all([editor.add(), editor.add(), editor.add()])
    await expect.poll(count).toBe(3)
    await editor.save(ids[0] ?? '', {}, '"1"')
    await editor.remove(ids[1] ?? '')
    await expect.poll(count).toBe(2)
    await editor.restore(ids[1] ?? '')
    await expect.poll(count).toBe(3)
  })

  test('is announced to the pages of its account', async () => {
    const [editor, stranger] = [services.newEditor(), services.newEditor()]
    const reader = new EventReader(`${services.url}/projects/events`)
    await reader.send({ action: 'authenticate', token: await editor.token() })
    await expect.poll(() => reader.messages[0]).toBe('OK')
    await stranger.add()
    const id = await editor.add()
    await editor.remove(id)
    await editor.remove(id)
    await editor.restore(id)
    await editor.restore(id)
    await editor.save(id, {}, '"1"')
    const announced = () =>
      reader.messages.slice(1).flatMap((text) => {
        const { type, projectId, projectCount } = JSON.parse(text)
        return type === undefined ? [] : [[type, projectId, projectCount]]
      })
    await expect.poll(announced).toEqual([
      ['project.saved', id, 1],
      ['project.deleted', id, 0],
      ['project.restored', id, 1],
      ['project.saved', id, 1],
    ])
    reader.end()
  })
})

describe.each(databaseKinds)('projects without the customers service, on %s', (kind) => {
  const services = new ProjectServices(kind)

  test('are shown without the date until which they are printable', async () => {
    const editor = services.newEditor()
    const id = await editor.add({ photoIds: [randomUUID()] })
    expect((await editor.list()).body.projects).toMatchObject([{ id, photosCount: 1, printableUntil: null }])
  })
})

function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((left, right) => left - right)
}
