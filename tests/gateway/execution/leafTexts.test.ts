import { GraphQLEnumType, GraphQLString } from 'graphql'
import { expect, test } from 'vitest'
import { quickWriter } from '../../../gateway/execution/leafWriter.ts'

const codeUnits = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code))

test('short and long texts are written as JSON.stringify writes them, with any character', () => {
  const write = quickWriter(GraphQLString)
  const texts = codeUnits.flatMap((character) => [character, `a${character}b`, `${'long '.repeat(10)}${character}`])
  texts.push('', '😀', '\ud83d', '\ude00\ud83d')
  expect(texts.filter((text) => write(text) !== JSON.stringify(text))).toEqual([])
})

test('enum values are written by their names, and all other values are left to the type', () => {
  const write = quickWriter(
    new GraphQLEnumType({ name: 'Size', values: { SMALL: { value: 's' }, LARGE: {}, NUMBER: { value: 3 } } }),
  )
  expect([write('s'), write('LARGE')]).toEqual(['"SMALL"', '"LARGE"'])
  expect(['SMALL', 's ', 3, null, undefined, new Error('s')].map(write)).toEqual(Array.from({ length: 6 }))
})
