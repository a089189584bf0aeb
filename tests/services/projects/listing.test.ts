import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { demoAccounts } from '../../../services/platform/demo.ts'
import { projectPhotos } from '../../../services/projects/projectPhotos.ts'
import { removeDeleted } from '../../../services/projects/upkeep.ts'
import { databaseKinds } from '../../support/database.ts'
import type { Answer } from '../storage/customer.ts'
import { type Editor, ProjectServices } from './projectServices.ts'

const never = new AbortController().signal
const idsOf = ({ body }: Answer): string[] => body.projects.map(({ id }: { id: string }) => id)

describe.each(databaseKinds)('the saved projects of an account, on %s', (kind) => {
  const services = new ProjectServices(kind)

  test('are listed page by page, most recently changed first', async () => {
    const editor = services.newEditor()
    expect((await editor.list()).body).toEqual({ projects: [], totalCount: 0 })
    const ids = await addMany(editor, 12)
    const first = await editor.list()
    expect([idsOf(first), first.body.totalCount]).toEqual([ids.slice(0, 10), 12])
    const second = await editor.list('?skip=10&limit=10', editor.id.toUpperCase())
    expect([idsOf(second), second.body.totalCount]).toEqual([ids.slice(10), 12])
    const beyond = await editor.list('?skip=20')
    expect([idsOf(beyond), beyond.body.totalCount]).toEqual([[], 12])
    const last = ids.at(-1) ?? ''
    await editor.save(last, {}, '"1"')
    expect(idsOf(await editor.list('?limit=2'))).toEqual([last, ids[0]])
    expect(idsOf(await editor.list('?limit=100'))).toHaveLength(12)
    for (const query of ['?limit=0', '?limit=101', '?skip=-1', '?skip=x', '?list=all']) {
      expect((await editor.list(query)).status).toBe(400)
    }
  })

  test('can be deleted, and restored for 30 days', async () => {
    const editor = services.newEditor()
    const photo = randomUUID()
    const [kept, id] = [await editor.add(), await editor.add({ name: 'Deleted', photoIds: [photo] })]
    for (let count = 0; count < 2; count += 1) expect((await editor.remove(id)).status).toBe(204)
    const left = await editor.list()
    expect([idsOf(left), left.body.totalCount]).toEqual([[kept], 1])
    const deleted = await editor.list('?list=deleted')
    expect(deleted.body).toMatchObject({ projects: [{ id, state: 'deleted' }], totalCount: 1 })
    const days = (Date.parse(deleted.body.projects[0].restorableUntil) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 2)
    expect((await editor.save(id, {}, '"1"')).body.code).toBe('PROJECT_DELETED')
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await editor.restore(id)
      expect([status, body.state, body.name, body.thumbnailPhotoIds]).toEqual([200, 'complete', 'Deleted', [photo]])
    }
    expect((await editor.open(id)).body.photoIds).toEqual([photo])
    expect((await editor.list()).body.totalCount).toBe(2)
    for (const unknown of [randomUUID(), 'x']) {
      expect([(await editor.remove(unknown)).status, (await editor.restore(unknown)).status]).toEqual([404, 404])
    }
  })

  test('cannot be found or restored 30 days after their deletion, before and after the job has removed them', async () => {
    const editor = services.newEditor()
    const [old, recent, saved] = [
      await editor.add({ photoIds: [randomUUID()] }),
      await editor.add(),
      await editor.add(),
    ]
    await editor.remove(old)
    await editor.remove(recent)
    await services.age(old, 30.01)
    await services.age(recent, 29.99)
    const check = async () => {
      for (const answer of [await editor.open(old), await editor.remove(old), await editor.restore(old)]) {
        expect(answer.status).toBe(404)
      }
      expect(idsOf(await editor.list('?list=deleted'))).toEqual([recent])
    }
    await check()
    await removeDeleted(services.database, AbortSignal.abort())
    const rows = async () =>
      (await services.database.selectFrom('projects').select('id').where('account_id', '=', editor.id).execute()).length
    expect(await rows()).toBe(3)
    await Promise.all([removeDeleted(services.database, never), removeDeleted(services.database, never)])
    await removeDeleted(services.database, never)
    await check()
    expect(await rows()).toBe(2)
    const photos = await services.database
      .selectFrom('project_photos')
      .select('position')
      .where('project_id', '=', old)
      .execute()
    expect(photos).toEqual([])
    expect((await editor.open(saved)).status).toBe(200)
    // The editor still has the project open, and saves it under its old id.
    expect((await editor.save(old)).status).toBe(201)
  })

  test('can be created again with an old id before the job has run', async () => {
    const editor = services.newEditor()
    const id = await editor.add({ photoIds: [randomUUID()] })
    await editor.remove(id)
    await services.age(id, 31)
    const { status, body } = await editor.save(id)
    expect([status, body.version, body.photosCount]).toEqual([201, 1, 0])
  })

  test('are removed early if an account has deleted more than 100', async () => {
    const editor = services.newEditor()
    const [id, oldest] = [await editor.add(), randomUUID()]
    const rows = Array.from({ length: 100 }, (_, number) => ({
      account_id: editor.id,
      id: number === 0 ? oldest : randomUUID(),
      name: 'p',
      product_code: 'a',
      article_type: 'b',
      deleted_at: new Date(Date.now() - (100 - number) * 60_000),
    }))
    await services.database.insertInto('projects').values(rows).execute()
    await editor.remove(id)
    expect((await editor.list('?list=deleted')).body.totalCount).toBe(100)
    expect((await editor.restore(oldest)).status).toBe(404)
    expect((await editor.restore(id)).status).toBe(200)
  })

  test('say which of their photos were deleted for good', async () => {
    const editor = services.newEditor()
    const photos = Array.from({ length: 7 }, () => randomUUID())
    const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = photos
    const id = await editor.add({ photoIds: photos })
    const deleted = await editor.add({ photoIds: [a] })
    await editor.remove(deleted)
    await services.appendPhotoEvent('photo.removed', editor.id, [a])
    await services.appendPhotoEvent('photos.removed', editor.id, [b, randomUUID()])
    await services.appendPhotoEvent('photos.purged', editor.id, [c])
    await services.appendPhotoEvent('photos.trashed', editor.id, [d])
    // A photo that another account had shared.
    await services.appendPhotoEvent('photos.purged', randomUUID(), [e])
    await services.appendPhotoEvent('photos.purged', editor.id, [c])
    const { body } = await editor.open(id)
    expect(body).toMatchObject({ state: 'photosMissing', photosCount: 7, missingPhotosCount: 4, photoIds: photos })
    expect([body.missingPhotoIds, body.thumbnailPhotoIds]).toEqual([
      [a, b, c, e],
      [d, f, g],
    ])
    expect((await editor.restore(deleted)).body).toMatchObject({ missingPhotosCount: 1, printableUntil: null })

    await services.appendPhotoEvent('photo.added', editor.id, [b])
    expect((await editor.open(id)).body.missingPhotoIds).toEqual([a, c, e])
    const saved = await editor.save(id, { photoIds: [a, g] }, '"1"')
    expect(saved.body).toMatchObject({ missingPhotosCount: 1, thumbnailPhotoIds: [g] })
  })

  test('name a deleted photo as missing even if the editor saves it after its deletion', async () => {
    const editor = services.newEditor()
    const [photo, other] = [randomUUID(), randomUUID()]
    await services.appendPhotoEvent('photos.purged', editor.id, [photo])
    const id = await editor.add({ photoIds: [photo, other] })
    expect((await editor.open(id)).body.missingPhotoIds).toEqual([photo])
    const age = async (hours: number) => {
      await services.database
        .updateTable('deleted_photos')
        .set({ deleted_at: new Date(Date.now() - hours * 3_600_000) })
        .where('photo_id', '=', photo)
        .execute()
      await projectPhotos.forgetDeleted(services.database)
      return services.database.selectFrom('deleted_photos').select('photo_id').where('photo_id', '=', photo).execute()
    }
    expect([await age(23), await age(25)]).toEqual([[{ photo_id: photo }], []])
    // A photo that was missing stays missing.
    await editor.save(id, { photoIds: [other, photo] }, '"1"')
    expect((await editor.open(id)).body.missingPhotoIds).toEqual([photo])
  })

  test('that use certain photos are found, with the photos that they use', async () => {
    const [editor, other] = [services.newEditor(), services.newEditor()]
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    const first = await editor.add({ name: 'First', photoIds: [a, b] })
    const second = await editor.add({ name: 'Second', photoIds: [b] })
    await editor.remove(await editor.add({ photoIds: [c] }))
    await other.add({ photoIds: [a, c] })
    const using = (photoIds: readonly string[], who = editor) =>
      who.call('POST', '/projects/api/v2/projects/using', { body: { photoIds } })
    const found = await using([c, b, a.toUpperCase(), 'no-uuid'])
    expect([idsOf(found), found.body.totalCount, found.body.photoIds]).toEqual([[second, first], 2, [b, a]])
    expect(found.body.projects[1]).toEqual((await editor.list()).body.projects[1])
    for (const none of [await using([c]), await using([]), await using([a], services.newEditor())]) {
      expect(none.body).toEqual({ projects: [], totalCount: 0, photoIds: [] })
    }
    const many = Array.from({ length: 501 }, () => randomUUID())
    expect([(await using(many)).status, (await using(many.slice(1))).status]).toEqual([400, 200])
  })

  test('that use a photo are counted, and the first 100 are returned', async () => {
    const editor = services.newEditor()
    const photoId = randomUUID()
    const ids = Array.from({ length: 101 }, () => randomUUID())
    const row = { account_id: editor.id, name: 'p', product_code: 'a', article_type: 'b' }
    await services.database
      .insertInto('projects')
      .values(ids.map((id) => ({ ...row, id })))
      .execute()
    const photo = { account_id: editor.id, position: 0, photo_id: photoId }
    await services.database
      .insertInto('project_photos')
      .values(ids.map((id) => ({ ...photo, project_id: id })))
      .execute()
    const { body } = await editor.call('POST', '/projects/api/v2/projects/using', { body: { photoIds: [photoId] } })
    expect([body.projects.length, body.totalCount, body.photoIds]).toEqual([100, 101, [photoId]])
  })

  test('are found by their ids, including deleted ones that can be restored', async () => {
    const [editor, other] = [services.newEditor(), services.newEditor()]
    const [saved, deleted, old] = [await editor.add(), await editor.add(), await editor.add()]
    const foreign = await other.add()
    await editor.remove(deleted)
    await editor.remove(old)
    await services.age(old, 30.01)
    const lookUp = (projectIds: readonly string[]) =>
      editor.call('POST', '/projects/api/v2/projects/lookup', { body: { projectIds } })
    const found = await lookUp([foreign, 'no-uuid', old, deleted.toUpperCase(), saved, saved, randomUUID()])
    const states = found.body.projects.map((project: { id: string; state: string }) => [project.id, project.state])
    expect(new Map(states)).toEqual(
      new Map([
        [saved, 'complete'],
        [deleted, 'deleted'],
      ]),
    )
    expect((await lookUp([])).body).toEqual({ projects: [] })
    const many = Array.from({ length: 101 }, () => randomUUID())
    expect([(await lookUp(many)).status, (await lookUp(many.slice(1))).status]).toEqual([400, 200])
  })

  test('of the demo fill three pages, one page or no page, and get the photos of their accounts', async () => {
    const [anna, ben, studio] = demoAccounts.map(({ id }) => services.newEditor(id))
    if (!anna || !ben || !studio) throw new Error('A demo account is missing.')
    const photos = Array.from({ length: 30 }, () => randomUUID())
    // The first photo arrives before the projects are made.
    await services.appendPhotoEvent('photo.added', anna.id, photos.slice(0, 1))
    for (let count = 0; count < 2; count += 1) await services.running.services.createDemo()
    const totals = await Promise.all([anna, ben, studio].map(async (one) => (await one.list()).body.totalCount))
    expect(totals).toEqual([23, 1, 0])
    for (const photo of photos.slice(1)) await services.appendPhotoEvent('photo.added', anna.id, [photo])
    const { body } = await anna.list('?limit=100')
    const counts = body.projects.map((project: { photosCount: number }) => project.photosCount)
    expect(counts.toSorted()).toEqual([...Array<number>(16).fill(1), ...Array<number>(7).fill(2)])
    const [removed] = body.projects
    await anna.remove(removed.id)
    await services.running.services.createDemo()
    expect((await anna.list()).body.totalCount).toBe(22)
  })
})

async function addMany(editor: Editor, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) ids.unshift(await editor.add())
  return ids
}
