import { expect, test } from 'vitest'
import { buildEdge } from '../../../edge/app.ts'
import { readEdgeConfig } from '../../../edge/config.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { answerIn } from '../../support/plainSocket.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { Customer } from './customer.ts'
import { sendPart } from './partialUpload.ts'

const group = new ServiceGroup('the embedded database', ['storage', 'photos'])

test('an upload that stops in the middle is ended by the edge, keeps its bytes and resumes', async () => {
  const environment = {
    GATEWAY_URLS: group.url,
    SERVICES_URLS: group.url,
    WEB_DEV_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
  }
  const edge = await buildEdge(readEdgeConfig(environment), { stallTimeout: 1_500 })
  const edgeUrl = await edge.listen({ host: '127.0.0.1', port: 0 })
  const customer = new Customer(edgeUrl, group.running.issuer)
  const photo = await makeJpeg()
  const half = Math.floor(photo.length / 2)
  const location = (await customer.create(photo.length)).headers.get('location') ?? ''

  const socket = await sendPart(edgeUrl, customer, location, photo, half)
  const answer = (await socket.setEncoding('utf8').toArray()).join('')
  expect(answerIn(answer).status).toBe(408)

  const { headers } = await customer.call('HEAD', location, { headers: { 'tus-resumable': '1.0.0' } })
  expect(headers.get('upload-offset')).toBe(String(half))
  expect((await customer.append(location, half, photo.subarray(half))).status).toBe(204)
  const direct = new Customer(group.url, group.running.issuer, customer.id)
  const [stored] = await direct.photosOf(1)
  const original = await direct.read(stored?.untouchedUrl ?? '')
  expect(Buffer.from(await original.arrayBuffer()).equals(photo)).toBe(true)
  await edge.close()
})
