import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, ask, startGateway } from '../support/gateway.ts'
import { buildPhoto } from '../support/photoLibrary.ts'
import { anna, bram } from '../support/tokens.ts'
import { type Upstreams, startUpstreams } from '../support/upstream.ts'

const document = `query Uploaded($imageId: String!) {
  viewer { library { uploadedPhoto(imageId: $imageId) { id fileName } } }
}`

let upstreams: Upstreams
let app: FastifyInstance
let token: string

beforeAll(async () => {
  upstreams = await startUpstreams()
  app = await startGateway(upstreams)
  token = await upstreams.tokens.issue(anna)
})
afterAll(async () => {
  await app.close()
  await upstreams.app.close()
})
beforeEach(() => {
  upstreams.heal()
  upstreams.library(anna).photos = [buildPhoto(1)]
  upstreams.library(bram).photos = [buildPhoto(9)]
})

function uploaded(imageId: string): Promise<Answer> {
  return ask(app, document, { token, variables: { imageId } })
}

test('the photo of an upload is found by what storage calls it, by one call', async () => {
  const { imageId } = buildPhoto(1)
  const { data, errors } = await uploaded(imageId)
  expect(errors).toEqual([])
  const id = Buffer.from(`Photo:${imageId}`).toString('base64url')
  expect(data.viewer.library.uploadedPhoto).toEqual({ id, fileName: 'IMG_1.jpg' })
  expect(upstreams.pathsOf('photos')).toEqual(['/photos/lookup'])
})

test.each([
  ['a photo of somebody else', buildPhoto(9).imageId],
  ['one that is gone', buildPhoto(2).imageId],
  ['what is no id', 'photo'],
])('%s is null, without an error', async (_, imageId) => {
  const { data, errors } = await uploaded(imageId)
  expect(errors).toEqual([])
  expect(data.viewer.library.uploadedPhoto).toBeNull()
})

test('a service that fails is an error on the field, and not a photo that is missing', async () => {
  upstreams.fail('/photos/photos/lookup', { kind: 'status', status: 503 })
  const { data, errors } = await uploaded(buildPhoto(1).imageId)
  expect(data.viewer.library.uploadedPhoto).toBeNull()
  expect(errors).toHaveLength(1)
})
