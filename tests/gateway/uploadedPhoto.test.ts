import { beforeEach, expect, test } from 'vitest'
import type { Answer } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { photoId } from '../support/globalIds.ts'
import { buildPhoto, imageIdOf } from '../support/photoLibrary.ts'
import { anna, bram } from '../support/tokens.ts'

const document = `query Uploaded($imageId: String!) {
  viewer { library { uploadedPhoto(imageId: $imageId) { id fileName } } }
}`

const gateway = setUpGateway()

beforeEach(() => {
  gateway.upstreams.library(anna).photos = [buildPhoto(1)]
  gateway.upstreams.library(bram).photos = [buildPhoto(9), buildPhoto(10)]
  gateway.upstreams.albums.albums = []
  gateway.upstreams.albums.put(1, { ownerId: bram, participants: [anna], photoIds: [imageIdOf(10)] })
})

function uploaded(imageId: string): Promise<Answer> {
  return gateway.ask(document, { imageId })
}

test('the photo of an upload is found by its imageId, with one call', async () => {
  const imageId = imageIdOf(1)
  const { data, errors } = await uploaded(imageId)
  expect(errors).toEqual([])
  expect(data.viewer.library.uploadedPhoto).toEqual({ id: photoId(1), fileName: 'IMG_1.jpg' })
  expect(gateway.upstreams.pathsOf('photos')).toEqual(['/photos/lookup'])
})

test.each([
  ['a photo of another customer', imageIdOf(9)],
  ['a photo of another customer in a shared album', imageIdOf(10)],
  ['a deleted photo', imageIdOf(2)],
  ['an invalid id', 'photo'],
])('%s is null, without an error', async (_, imageId) => {
  const { data, errors } = await uploaded(imageId)
  expect(errors).toEqual([])
  expect(data.viewer.library.uploadedPhoto).toBeNull()
})

test('a failing service causes an error on the field, not a missing photo', async () => {
  gateway.upstreams.fail('/photos/photos/lookup', { kind: 'status', status: 503 })
  const { data, errors } = await uploaded(imageIdOf(1))
  expect(data.viewer.library.uploadedPhoto).toBeNull()
  expect(errors).toHaveLength(1)
})

test('the photos of many uploads are found with one call', async () => {
  const many = `query Uploads($imageIds: [String!]!) { viewer { library { uploadedPhotos(imageIds: $imageIds) { fileName } } } }`
  const imageIds = [imageIdOf(1), imageIdOf(2), 'photo']
  const { data, errors } = await gateway.ask(many, { imageIds })
  expect(errors).toEqual([])
  expect(data.viewer.library.uploadedPhotos).toEqual([{ fileName: 'IMG_1.jpg' }, null, null])
  expect(gateway.upstreams.pathsOf('photos')).toEqual(['/photos/lookup'])
  const tooMany = await gateway.ask(many, { imageIds: Array.from({ length: 101 }, () => 'photo') })
  expect(tooMany.errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
})
