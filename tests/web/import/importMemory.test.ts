import { afterEach, expect, test, vi } from 'vitest'
import { clearPostponement, postponeImport } from '../../../web/pages/library/import/importMemory.ts'

afterEach(() => void vi.unstubAllGlobals())

function blocked(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('an import can be postponed and started when session storage is blocked', () => {
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  expect(() => postponeImport('anna')).not.toThrow()
  expect(clearPostponement).not.toThrow()
})
