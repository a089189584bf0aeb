import type { GraphQLResponse } from 'relay-runtime'
import { expect, test } from 'vitest'
import { IncrementalAdapter, readIncremental } from '../../../web/relay/incremental.ts'

test('items with a pending id become responses with label and path', () => {
  const adapter = new IncrementalAdapter()
  const first = adapter.adapt({
    data: { viewer: { id: 'v' } },
    pending: [{ id: '0', path: ['viewer'], label: 'Page$defer$latest' }],
    hasNext: true,
  })
  expect(first).toEqual([{ data: { viewer: { id: 'v' } } }])
  const second = adapter.adapt({ incremental: [{ id: '0', subPath: ['library'], data: { count: 3 } }], hasNext: false })
  expect(second).toEqual([
    { data: { count: 3 }, label: 'Page$defer$latest', path: ['viewer', 'library'], extensions: { is_final: true } },
  ])
})

test('items with their own label and path are also accepted', () => {
  const parts = new IncrementalAdapter().adapt({
    incremental: [{ label: 'l', path: ['a', 0], data: {} }],
    hasNext: true,
  })
  expect(parts).toEqual([{ data: {}, label: 'l', path: ['a', 0] }])
})

test('a failed part becomes an error with its label', () => {
  const parts = new IncrementalAdapter().adapt({
    incremental: [{ label: 'l', path: [], data: null, errors: [{ message: 'no' }] }],
    hasNext: false,
  })
  expect(parts).toEqual([{ errors: [{ message: 'no' }], label: 'l', path: [], extensions: { is_final: true } }])
})

test('parts are read wherever the chunks are split', async () => {
  const text = [
    '---\r\nContent-Type: application/json\r\n\r\n{"data":{"a":"é"},"hasNext":true}\r\n',
    '---\r\nContent-Type: application/json\r\n\r\n{"incremental":[{"label":"l","path":[],"data":{"b":2}}],"hasNext":false}\r\n-----\r\n',
  ].join('')
  const bytes = new TextEncoder().encode(text)
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let index = 0; index < bytes.length; index += 7) controller.enqueue(bytes.slice(index, index + 7))
      controller.close()
    },
  })
  const seen: GraphQLResponse[] = []
  await readIncremental(
    new Response(stream, { headers: { 'content-type': 'multipart/mixed; boundary="-"' } }),
    (part) => seen.push(part),
  )
  expect(seen).toEqual([{ data: { a: 'é' } }, { data: { b: 2 }, label: 'l', path: [], extensions: { is_final: true } }])
})
