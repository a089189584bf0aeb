import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGround, databaseKinds, type Ground } from '../../../support/database.ts'
import { makeBrokenJpeg, makeHugePng, truncate } from '../../../support/pictures.ts'
import { type PhotoServices, startPhotoServices } from '../../storage/customer.ts'
import { drawPictures, Importer, OlderLibraries } from './older.ts'

describe.each(databaseKinds)('bringing in an older library, on %s', (kind) => {
  let ground: Ground
  let running: PhotoServices
  let older: OlderLibraries
  let pictures: Buffer[]

  beforeAll(async () => {
    ground = await createGround(kind)
    older = await OlderLibraries.create()
    pictures = await drawPictures(8)
    running = await startPhotoServices(ground, { LEGACY_LIBRARIES: older.root, MAX_UPLOAD_BYTES: '5000000' })
  })
  afterAll(async () => {
    await running.close()
    await older.remove()
    await ground.remove()
  })

  function newImporter(): Importer {
    return new Importer(running.services.url, running.issuer, randomUUID())
  }

  test('accounts for every file, and makes its albums in their order', async () => {
    const customer = newImporter()
    const [one, two, three, four, five] = pictures
    if (!one || !two || !three || !four || !five) throw new Error('There are too few pictures.')
    const known = await customer.upload(five, 'known.jpg')
    expect(known.status).toBe(200)
    await older.put(customer.id, {
      files: {
        'files/a/1.jpg': one,
        'files/2.jpg': two,
        'files/copy of 1.jpg': one,
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
          { name: 'Mixed', files: ['files/copy of 1.jpg', 'files/known.jpg', 'files/cut.jpg', 'files/gone.jpg'] },
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
    const ended = await customer.ended()
    expect(ended).toEqual({
      id: expect.any(String),
      state: 'finished',
      progress: 1,
      started: expect.any(String),
      finished: expect.any(String),
      foundCount: 13,
      importedCount: 4,
      existingCount: 2,
      failedCount: 7,
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
      { name: null, foundCount: 6, importedCount: 1, existingCount: 0, failedCount: 5, albumId: null },
    ])
    expect(await customer.shownIn(albums[0].albumId)).toEqual(['Thïrd 📷.jpg', 'First.jpg', '2.jpg'])
    expect(await customer.shownIn(albums[1].albumId)).toEqual(['First.jpg', 'known.jpg'])
    const album = await customer.call('GET', `/photos/albums/${albums[0].albumId}`)
    expect(album.body).toMatchObject({ created: '2014-08-01T10:00:00.000Z', photosCount: 3 })
    const failures = await customer.report('failures', 2)
    expect(failures.toSorted((left, right) => (left.fileName < right.fileName ? -1 : 1))).toEqual([
      { fileName: 'cut.jpg', albumName: 'Mixed', reason: 'DAMAGED_FILE' },
      { fileName: 'empty.jpg', albumName: null, reason: 'EMPTY_FILE' },
      { fileName: 'gone.jpg', albumName: 'Mixed', reason: 'MISSING_FILE' },
      { fileName: 'inner.jpg', albumName: null, reason: 'DAMAGED_FILE' },
      { fileName: 'large.jpg', albumName: null, reason: 'FILE_TOO_LARGE' },
      { fileName: 'notes.txt', albumName: null, reason: 'UNSUPPORTED_TYPE' },
      { fileName: 'pixels.png', albumName: null, reason: 'TOO_MANY_PIXELS' },
    ])
    expect(await customer.photosOf(5)).toHaveLength(5)
  })
})
