import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId, photoId } from '../support/globalIds.ts'
import { buildBackup } from '../support/longWork.ts'
import { buildPhoto, imageIdOf } from '../support/photoLibrary.ts'
import { buildProject } from '../support/savedProjects.ts'
import { anna, bram } from '../support/tokens.ts'

const gateway = setUpGateway()
const document = `query ($type: AddressedType!, $id: String!) { addressedNode(type: $type, id: $id) { __typename id } }`

beforeEach(() => {
  const { upstreams } = gateway
  upstreams.library(anna).photos = [buildPhoto(1)]
  upstreams.library(bram).photos = [buildPhoto(9)]
  upstreams.projects(bram).saved = [buildProject(9)]
  upstreams.clearWork()
  upstreams.work(anna).backups = [buildBackup(1)]
  upstreams.albums.albums = []
})

/** Adds a photo. `imageId` is its id at the service. */
function addPhoto(imageId: string): void {
  const library = gateway.upstreams.library(anna)
  library.photos = [...library.photos, { ...buildPhoto(2), imageId }]
}

async function find(type: string, id: string) {
  const { data, errors } = await gateway.ask(document, { type, id })
  expect(errors).toEqual([])
  return data.addressedNode
}

describe('the object that the address of a page names', () => {
  test('is found by its global id and by its id at the service, with one call each', async () => {
    const photo = { __typename: 'Photo', id: photoId(1) }
    expect(await find('PHOTO', photoId(1))).toEqual(photo)
    expect(await find('PHOTO', imageIdOf(1))).toEqual(photo)
    expect(gateway.upstreams.pathsOf('photos')).toEqual(['/photos/lookup', '/photos/lookup'])
  })

  test('may be an album, a shared album, an export or a project', async () => {
    const { albums, work } = { albums: gateway.upstreams.albums, work: gateway.upstreams.work(anna) }
    const own = albums.put(1, { ownerId: anna }).albumId
    const shared = albums.put(2, { ownerId: bram, participants: [anna] }).albumId
    const backup = work.backups[0]?.backupId ?? ''
    const project = buildProject(1)
    gateway.upstreams.projects(anna).saved = [project]
    for (const [type, typeName, key] of [
      ['ALBUM', 'Album', own],
      ['SHARED_ALBUM', 'SharedAlbum', shared],
      ['EXPORT', 'Export', backup],
      ['PROJECT', 'Project', project.id],
    ] as const) {
      const found = { __typename: typeName, id: globalId(typeName, key) }
      expect([await find(type, key), await find(type, found.id)]).toEqual([found, found])
    }
  })

  test.each(['42', 'summer-2019', 'IMG_0001.JPG', 'x'.repeat(200), 'Zoë & 100 %/+?#'])(
    'may have any form of id: %.40s',
    async (imageId) => {
      addPhoto(imageId)
      expect(await find('PHOTO', imageId)).toEqual({ __typename: 'Photo', id: globalId('Photo', imageId) })
    },
  )

  test('may have an id that looks like a global id; the global id has precedence', async () => {
    const lookalike = globalId('Photo', '42')
    addPhoto(lookalike)
    expect(await find('PHOTO', lookalike)).toEqual({ __typename: 'Photo', id: globalId('Photo', lookalike) })
    addPhoto('42')
    expect(await find('PHOTO', lookalike)).toEqual({ __typename: 'Photo', id: lookalike })
  })

  test.each([
    ['an unknown id', 'PHOTO', imageIdOf(77)],
    ['a photo of another customer', 'PHOTO', imageIdOf(9)],
    ['a project of another customer', 'PROJECT', buildProject(9).id],
    ['a photo of another customer, by its global id', 'PHOTO', photoId(9)],
    ['an object of another type', 'ALBUM', photoId(1)],
    ['an empty id', 'PHOTO', ''],
  ])('is null for %s', async (_, type, id) => {
    expect(await find(type, id)).toBeNull()
  })

  test('is null with an UPSTREAM_UNAVAILABLE error while its service is down', async () => {
    gateway.upstreams.fail('/photos/photos/lookup', { kind: 'status', status: 500 })
    const { data, errors } = await gateway.ask(document, { type: 'PHOTO', id: imageIdOf(1) })
    expect(data.addressedNode).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
  })
})
