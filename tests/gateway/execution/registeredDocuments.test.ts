import { describe, expect, test } from 'vitest'
import { RegisteredDocuments, sha256 } from '../../../gateway/execution/registeredDocuments.ts'

const anna = { key: 'anna', isAnonymous: false }
const bram = { key: 'bram', isAnonymous: false }
const stranger = { key: '203.0.113.1', isAnonymous: true }
const text = (name: string | number) => `query Document${name} { viewer { email } }`
/** Each document counts about 340 characters. */
const limits = { documents: 5, characters: 10_000, total: 4_000 }

function register(documents: RegisteredDocuments, registrant: typeof anna, names: readonly (string | number)[]): void {
  for (const name of names) documents.register(text(name), registrant)
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const isKnown = (documents: RegisteredDocuments, name: string | number) =>
  documents.find(sha256(text(name))) !== undefined

describe('registered documents', () => {
  test('are found by their hash, by everyone', () => {
    const documents = new RegisteredDocuments()
    documents.register('{ viewer { email } }', anna)
    expect(documents.find(sha256('{ viewer { email } }'))).toBe('{ viewer { email } }')
    expect(documents.find('unknown')).toBeUndefined()
  })

  test('of a caller who floods the store replace only documents of this caller', () => {
    const documents = new RegisteredDocuments(limits)
    register(documents, bram, ['a', 'b', 'c'])
    register(documents, anna, numbers(1_000))
    expect(documents.size).toBe(3 + limits.documents)
    expect(['a', 'b', 'c'].map((name) => isKnown(documents, name))).toEqual([true, true, true])
    expect([isKnown(documents, 994), isKnown(documents, 995)]).toEqual([false, true])
  })

  test('that are used stay longer than those that are not', () => {
    const documents = new RegisteredDocuments(limits)
    register(documents, anna, numbers(5))
    isKnown(documents, 0)
    register(documents, anna, ['next'])
    expect([isKnown(documents, 0), isKnown(documents, 1)]).toEqual([true, false])
  })

  test('of many callers stay within the total size, and those of the callers with the most documents go first', () => {
    const documents = new RegisteredDocuments(limits)
    register(documents, bram, ['a'])
    for (const caller of numbers(8))
      register(documents, { key: `flood ${caller}`, isAnonymous: false }, [`${caller}x`, `${caller}y`])
    expect(documents.size).toBeLessThanOrEqual(limits.total / 300)
    expect(isKnown(documents, 'a')).toBe(true)
  })

  test('of anonymous callers replace no documents of customers', () => {
    const documents = new RegisteredDocuments(limits)
    register(documents, bram, ['a', 'b'])
    for (const caller of numbers(1_000)) register(documents, { key: `address ${caller}`, isAnonymous: true }, [caller])
    expect([isKnown(documents, 'a'), isKnown(documents, 'b'), isKnown(documents, 999)]).toEqual([true, true, true])
  })

  test('that are too long for the store are not stored', () => {
    const documents = new RegisteredDocuments(limits)
    documents.register(`# ${'x'.repeat(10_000)}\n{ viewer { email } }`, stranger)
    expect(documents.size).toBe(0)
  })
})
