import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { beginDeletion, libraryDeletion } from '../../../../services/photos/libraryDeletion.ts'
import type { PhotosTables } from '../../../../services/photos/tables.ts'
import { continueWork } from '../../../../services/photos/workInBatches.ts'
import { databaseKinds } from '../../../support/database.ts'
import { makeBrokenJpeg, makeHugePng, truncate } from '../../../support/pictures.ts'
import { ServiceGroup } from '../../serviceGroup.ts'
import { until } from '../../storage/customer.ts'
import { drawPictures, Importer, useOlderLibraries } from './older.ts'

describe.each(databaseKinds)('importing an older library, on %s', (kind) => {
  const older = useOlderLibraries()
  const services = new ServiceGroup(kind, ['storage', 'photos'], {
    LEGACY_LIBRARIES: older.root,
    MAX_UPLOAD_BYTES: '5000000',
  })
  const newImporter = () => new Importer(services.url, services.running.issuer)
  let pictures: Buffer[]

  beforeAll(async () => {
    pictures = await drawPictures(8)
  })

  test('accounts for every file, and creates its albums in their order', async () => {
    const customer = newImporter()
    const [one, two, three, four, five, six] = pictures
    if (!one || !two || !three || !four || !five || !six) throw new Error('There are too few pictures.')
    await customer.upload(five, 'known.jpg')
    await customer.upload(six, 'known too.jpg')
    await customer.photosOf(2)
    await older.put(customer.id, {
      files: {
        'files/a/1.jpg': one,
        'files/2.jpg': two,
        'files/known too.jpg': six,
        'files/3.jpg': three,
        'files/loose.jpg': four,
        'files/known.jpg': five,
        'files/cut.jpg': truncate(two),
        'files/inner.jpg': await makeBrokenJpeg(),
        'files/notes.txt': 'Remember the milk.',
        'files/empty.jpg': '',
        'files/pixels.png': makeHugePng(),
        'files/large.jpg': Buffer.alloc(5_000_001),
      },
      index: {
        albums: [
          {
            name: 'Summer <3>',
            created: '2014-08-01T10:00:00Z',
            files: ['files/3.jpg', 'files/a/1.jpg', 'files/2.jpg'],
          },
          {
            name: '\u202eMix\u200bed',
            files: ['files/known too.jpg', 'files/known.jpg', 'files/cut.jpg', 'files/gone.jpg'],
          },
          { created: '2015-01-01', files: [] },
        ],
        files: [
          { path: 'files/a/1.jpg', name: 'First.jpg' },
          { path: 'files/3.jpg', name: 'Thïrd 📷.jpg' },
        ],
      },
    })
    expect(await customer.activation()).toEqual({ status: 'NOT_ACTIVE', import: null })
    const started = await customer.start()
    expect([started.status, started.body]).toEqual([202, { started: true }])
    expect((await customer.start()).status).toBe(202)
    const ended = await customer.untilEnded()
    expect(ended).toEqual({
      id: expect.any(String),
      state: 'finished',
      progress: 1,
      started: expect.any(String),
      finished: expect.any(String),
      foundCount: 13,
      importedCount: 5,
      existingCount: 2,
      failedCount: 6,
    })
    expect((await customer.activation()).status).toBe('ACTIVE')
    const albums = await customer.report('albums', 1)
    expect(albums).toEqual([
      {
        name: 'Summer  3',
        foundCount: 3,
        importedCount: 3,
        existingCount: 0,
        failedCount: 0,
        albumId: expect.any(String),
      },
      { name: 'Mixed', foundCount: 4, importedCount: 0, existingCount: 2, failedCount: 2, albumId: expect.any(String) },
      {
        name: 'Album 3',
        foundCount: 0,
        importedCount: 0,
        existingCount: 0,
        failedCount: 0,
        albumId: expect.any(String),
      },
      { name: null, foundCount: 6, importedCount: 2, existingCount: 0, failedCount: 4, albumId: null },
    ])
    const only = await customer.call('GET', `/photos/users/activate/albums?limit=${albums.length}`)
    expect(only.body.cursor).toBeNull()
    expect(await customer.shownIn(albums[0].albumId)).toEqual(['Thïrd 📷.jpg', 'First.jpg', '2.jpg'])
    expect(await customer.shownIn(albums[1].albumId)).toEqual(['known too.jpg', 'known.jpg'])
    const album = await customer.call('GET', `/photos/albums/${albums[0].albumId}`)
    expect(album.body).toMatchObject({ created: '2014-08-01T10:00:00.000Z', photosCount: 3 })
    const failures = await customer.report('failures', 2)
    expect(failures.toSorted((left, right) => (left.fileName < right.fileName ? -1 : 1))).toEqual([
      { fileName: 'cut.jpg', albumName: 'Mixed', reason: 'DAMAGED_FILE' },
      { fileName: 'empty.jpg', albumName: null, reason: 'EMPTY_FILE' },
      { fileName: 'gone.jpg', albumName: 'Mixed', reason: 'MISSING_FILE' },
      { fileName: 'large.jpg', albumName: null, reason: 'FILE_TOO_LARGE' },
      { fileName: 'notes.txt', albumName: null, reason: 'UNSUPPORTED_TYPE' },
      { fileName: 'pixels.png', albumName: null, reason: 'TOO_MANY_PIXELS' },
    ])
    const photos = await customer.photosOf(7)
    // The picture of this file cannot be shown, but the file is in the library.
    expect(photos.filter(({ pictureProblem }) => pictureProblem).map((photo) => photo.localFileName)).toEqual([
      'inner.jpg',
    ])
    const database = services.platform.database<unknown>('photos')
    const { rows } = await sql`
      select (select count(*)::integer from photos.import_arrivals where owner_id = ${customer.id}) as arrivals,
        (select count(*)::integer from photos.import_files where owner_id = ${customer.id}) as files,
        (select count(*)::integer from photos.import_album_files where owner_id = ${customer.id}) as places
      `.execute(database)
    // Only the rows of the failed files remain, because these can be retried.
    expect(rows).toEqual([{ arrivals: 0, files: 6, places: 6 }])
  })

  test('counts a file as imported if its photo comes back from the trash, and a second copy of the file as existing', async () => {
    const customer = newImporter()
    const [one] = pictures
    if (!one) throw new Error('There are too few pictures.')
    await customer.upload(one)
    const [photo] = await customer.photosOf(1)
    const database = services.platform.database<PhotosTables>('photos')
    await beginDeletion(services.platform, database, customer.id, 30)
    expect(
      await continueWork(services.platform, database, libraryDeletion, customer.id, { milliseconds: 60_000 }),
    ).toBe(true)
    await older.put(customer.id, {
      files: { 'files/1.jpg': one, 'files/copy of 1.jpg': one },
      index: { albums: [{ name: 'Summer', files: ['files/1.jpg', 'files/copy of 1.jpg'] }] },
    })
    await customer.start()
    const counts = { foundCount: 2, importedCount: 1, existingCount: 1, failedCount: 0 }
    expect(await customer.untilEnded()).toMatchObject(counts)
    expect(await customer.report('albums')).toMatchObject([counts])
    expect((await customer.photosOf(1)).map(({ imageId }) => imageId)).toEqual([photo?.imageId])
  })

  test('finds files that are listed in another Unicode form, and accepts names of any length', async () => {
    const customer = newImporter()
    const [one, two, three] = pictures
    if (!one || !two || !three) throw new Error('There are too few pictures.')
    await older.put(customer.id, {
      files: { 'files/A\u030ange.jpg': one, 'files/long.jpg': three },
      index: {
        albums: [{ name: 'Accents', files: ['files/\u00c5nge.jpg', 'files/F\u00eate.jpg'] }],
        files: [{ path: 'files/long.jpg', name: `${'\u{1f4f7}'.repeat(2_000)}.jpg` }],
      },
    })
    const folder = Buffer.from(join(older.root, customer.id, 'files/F'))
    await writeFile(Buffer.concat([folder, Buffer.from('\u00eate.jpg', 'latin1')]), two)
    await customer.start()
    // A file that is listed in one form and stored in another counts as two files with the same content.
    expect(await customer.untilEnded()).toMatchObject({
      foundCount: 5,
      importedCount: 3,
      existingCount: 2,
      failedCount: 0,
    })
    const [{ albumId }] = await customer.report('albums')
    expect(await customer.shownIn(albumId)).toHaveLength(2)
    const names = (await customer.photos()).map(({ localFileName }) => localFileName)
    expect(names.filter((name) => name.startsWith('\u{1f4f7}'))).toHaveLength(1)
  })

  test('retries failed files, and keeps what the customer changed about the other files', async () => {
    const customer = newImporter()
    const [one, two, three, four] = pictures
    if (!one || !two || !three || !four) throw new Error('There are too few pictures.')
    const files = ['files/1.jpg', 'files/2.jpg', 'files/3.jpg', 'files/4.jpg']
    await older.put(customer.id, {
      files: { 'files/1.jpg': one, 'files/3.jpg': truncate(three), 'files/4.jpg': four },
      index: { albums: [{ name: 'Holiday', files }] },
    })
    await customer.start()
    expect(await customer.untilEnded()).toMatchObject({ importedCount: 2, failedCount: 2 })
    const [{ albumId }] = await customer.report('albums')
    const { body } = await customer.call('GET', `/photos/albums/${albumId}/photos`)
    const photoIds = body.images.slice(1).map(({ imageId }: { imageId: string }) => imageId)
    await customer.call('DELETE', `/photos/albums/${albumId}/photos`, { body: { photoIds } })
    await older.put(customer.id, { files: { 'files/2.jpg': two, 'files/3.jpg': three } })
    expect((await customer.start()).status).toBe(202)
    expect(await customer.untilEnded()).toMatchObject({ foundCount: 4, importedCount: 4, failedCount: 0, progress: 1 })
    expect(await customer.report('albums')).toMatchObject([
      { name: 'Holiday', importedCount: 4, failedCount: 0, albumId },
    ])
    // The fourth photo was removed from the album and stays out; the other photos keep their places.
    expect(await customer.shownIn(albumId)).toEqual(['1.jpg', '2.jpg', '3.jpg'])
    expect((await customer.start()).body).toMatchObject({ status: 409, code: 'NOTHING_TO_IMPORT' })
  })

  test('creates an album once, even if the customer deletes it before the import is repeated', async () => {
    const customer = newImporter()
    const [one, two] = pictures
    if (!one || !two) throw new Error('There are too few pictures.')
    await older.put(customer.id, {
      files: { 'files/1.jpg': one, 'files/2.jpg': '' },
      index: { albums: [{ name: 'Short', files: ['files/1.jpg', 'files/2.jpg'] }] },
    })
    await customer.start()
    await customer.untilEnded()
    const [{ albumId }] = await customer.report('albums')
    await customer.call('DELETE', `/photos/albums/${albumId}`)
    await older.put(customer.id, { files: { 'files/2.jpg': two } })
    await customer.start()
    expect(await customer.untilEnded()).toMatchObject({ importedCount: 2, failedCount: 0 })
    expect(await customer.report('albums')).toMatchObject([{ name: 'Short', importedCount: 2, albumId: null }])
    expect((await customer.call('GET', '/photos/albums')).body.albums).toEqual([])
  })

  test('continues if the customer deletes all photos meanwhile', async () => {
    const customer = newImporter()
    const many = await drawPictures(30, 500)
    const files = Object.fromEntries(many.map((bytes, number) => [`files/${number}.jpg`, bytes]))
    await older.put(customer.id, { files, index: { albums: [{ name: 'All', files: Object.keys(files) }] } })
    await customer.start()
    await until(async () => ((await customer.photos()).length > 3 ? true : null), 'the first photos')
    expect([202, 204]).toContain((await customer.call('DELETE', '/photos/photos/all')).status)
    expect(await customer.untilEnded()).toMatchObject({
      state: 'finished',
      foundCount: 30,
      importedCount: 30,
      failedCount: 0,
    })
    const left = await customer.photos()
    expect(left.length).toBeLessThan(30)
    const [{ albumId }] = await customer.report('albums')
    expect(await customer.shownIn(albumId)).toHaveLength(left.length)
  })

  test.each([
    ['not JSON', '{ "files": [', 'finished'],
    ['an endless string', `{"files":["${'x'.repeat(40_000)}`, 'finished'],
    ['endlessly nested', '['.repeat(10_000), 'finished'],
  ])('fails if library.json is %s, and resumes once the file is repaired', async (_what, index, state) => {
    const customer = newImporter()
    await older.put(customer.id, { files: { 'files/1.jpg': pictures[0] ?? '' }, index })
    await customer.start()
    expect(await customer.untilEnded()).toMatchObject({ state: 'error', foundCount: null, importedCount: 0 })
    expect((await customer.activation()).status).toBe('NOT_ACTIVE')
    await older.put(customer.id, { files: {}, index: '\u{feff}{"files":[{"name":"One.jpg","path":"files/1.jpg"}]}' })
    await customer.start()
    expect(await customer.untilEnded()).toMatchObject({ state, foundCount: 1, importedCount: 1 })
    expect((await customer.photos())[0]?.localFileName).toBe('One.jpg')
  })

  test('accepts values of any type in library.json', async () => {
    const customer = newImporter()
    const index = {
      albums: [
        { name: 7, created: 'yesterday', files: ['files/1.jpg', 'files/1.jpg', 5, null, '../../etc/passwd'] },
        { name: ' \u0007<b>', created: '9999-01-01', files: 'files/1.jpg' },
        { name: `${'\u{1f4f7}'.repeat(300)}\ud800`, files: { path: 'files/1.jpg' } },
        'An album',
        null,
      ],
      files: [
        { path: 'files/1.jpg', name: '../\u0000\ud83d.jpg' },
        { name: 'Nameless.jpg' },
        'files/2.jpg',
        { path: {} },
      ],
      __proto__: { more: [] },
    }
    await older.put(customer.id, { files: { 'files/1.jpg': pictures[0] ?? '' }, index })
    await customer.start()
    expect(await customer.untilEnded()).toMatchObject({ foundCount: 2, importedCount: 1, failedCount: 1 })
    expect(await customer.report('albums')).toMatchObject([
      { name: 'Album 1', foundCount: 2, importedCount: 1, failedCount: 1 },
      { name: 'b', foundCount: 0 },
      { name: '\u{1f4f7}'.repeat(127), foundCount: 0 },
    ])
    expect(await customer.report('failures')).toEqual([
      { fileName: 'passwd', albumName: 'Album 1', reason: 'MISSING_FILE' },
    ])
  })
})
