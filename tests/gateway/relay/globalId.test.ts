import { expect, test } from 'vitest'
import { decodeGlobalId, encodeGlobalId } from '../../../gateway/relay/globalId.ts'

const codeUnits = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code))
const types = ['A', 'Photo', 'Order', 'TimelineMonth']

test('global ids are the base64url of type and key in UTF-8, for keys of any length and with any character', () => {
  const keys = [
    ...codeUnits.flatMap((character) => [character, `a${character}`, `${character}bc`]),
    '',
    '018f3c1a-0000-7000-8000-000000000001',
    '2024-6:dateTaken:desc',
    '😀',
    '~~~',
    '???',
    '>>>',
    'a\n',
  ]
  const differing = types.flatMap((type) =>
    keys.filter((key) => encodeGlobalId(type, key) !== Buffer.from(`${type}:${key}`).toString('base64url')),
  )
  expect(differing).toEqual([])
})

test('global ids are decoded to their type and key', () => {
  const keys = ['1', '12', '123', '018f3c1a-0000-7000-8000-000000000001', 'K1:2', 'größe ~?>', '😀']
  for (const type of types)
    for (const key of keys) expect(decodeGlobalId(encodeGlobalId(type, key))).toEqual({ type, key })
})

test.each(['', 'UGhvdG86', 'UGhvdG86YQ==', 'UGhvdG86YQ=', 'UGhvdG8', 'OmE', 'UGhvdG86YR'])(
  'the text "%s" is not a global id',
  (text) => {
    expect(decodeGlobalId(text)).toBeNull()
  },
)
